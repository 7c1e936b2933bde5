/** Describes changes in the words of an editor. */
import { intentLabelBefore, isDiscard } from '#content/change/intent-labels.ts'
import type { Change } from '#content/change/types.ts'
import { type Iri, collectionIri, isIriOf } from '#content/model/iri.ts'
import { type ReadResource, type Resource, createReader } from '#content/model/resource.ts'
import { visibleVersionAt } from '#content/model/visible-version.ts'
import { labelOf, quotedLabelOf } from './labels.ts'
import type { SiteKinds } from './site-kinds.ts'

/** Returns what a change has done, such as `Deleted Title “Welcome”`, or `Discarded draft of Title “Welcome”`. */
export const changeLabelOf = (change: Change, read: ReadResource, site: SiteKinds) =>
  `${intentLabelBefore(change.intent)} ${subjectOf(change, read, site)}`

/** Returns the label of what was changed. It may be on another page, so that only the change itself is known of it. */
const subjectOf = (change: Change, read: ReadResource, site: SiteKinds) => {
  const { intent } = change
  const count = componentCount(intent)
  if (count > 1) return `${count} components`
  const created = (intent.kind.startsWith('delete') ? change.inverse : change.steps).find(
    ({ method, iri }) => method === 'POST' && isIriOf('COMPONENT', iri),
  )
  if (created) return componentLabel(created.iri, created.body, site)
  const added =
    intent.kind === 'add' && site.kinds.find(({ endpoint }) => endpoint === intent.endpoint)
  // It is not planned yet.
  if (added) return componentLabel(added.endpoint, intent.data, site)
  if (isDiscard(intent))
    return componentLabel(collectionIri(intent.iri), change.inverse[0]?.body, site)
  if (intent.kind === 'set' && isIriOf('COMPONENT', intent.iri))
    // The steps have the last value of a text that was saved several times while it was typed, the intent the first one.
    return componentLabel(
      collectionIri(intent.iri),
      { [intent.property]: intent.value, ...change.steps[0]?.body },
      site,
    )
  const iri = changedIri(intent, read)
  if (iri === undefined) return 'Component'
  const resource: Resource | undefined = read(iri)
  return isIriOf('COMPONENT', iri)
    ? componentLabel(collectionIri(iri), resource, site)
    : labelOf(iri, read, site)
}

const componentCount = (intent: Change['intent']) => {
  if (intent.kind === 'paste') return intent.copies.length
  if ('iris' in intent) return intent.iris.length
  return 'positions' in intent ? intent.positions.length : 1
}

const changedIri = (intent: Change['intent'], read: ReadResource): Iri | undefined => {
  if ('position' in intent) return visibleVersionAt(intent.position, read) ?? undefined
  if ('iris' in intent) return intent.iris[0]
  return 'iri' in intent ? intent.iri : undefined
}

/** Returns the label of a component of the kind at an endpoint, of which only data is known, with the beginning of its text. */
const componentLabel = (
  endpoint: Iri,
  data: Readonly<Record<string, unknown>> | undefined,
  site: SiteKinds,
) => {
  const kind = site.kinds.find((other) => other.endpoint === endpoint)
  const resource = { ...data, '@id': `${endpoint}/`, '@type': kind?.type ?? '', _metadata: {} }
  const read = createReader(() => resource)
  return quotedLabelOf(resource['@id'], read, site)
}
