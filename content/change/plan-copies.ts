/** Plans the creation of copies at an insertion point, as drafts, and of all that is inside them. */
import type { ComponentCopy, CopiedFile, GroupCopy } from '../clipboard/component-copy.ts'
import { copyOf } from '../clipboard/copy-component.ts'
import { Failure } from '../model/failure.ts'
import { type Iri, iriPrefixes, isIriOf } from '../model/iri.ts'
import { originalFilesOf } from './changed-files.ts'
import { combinePlans } from './combine-plans.ts'
import { sortedPositionsIn } from './sort-value.ts'
import type { Intent, IntentOf, KnownContent, Plan, Step } from './types.ts'

/** A change that creates copies: of what was copied anywhere, or of a component of the page. */
export type CopyIntent = IntentOf<'paste' | 'duplicate'>

export const isCopying = (intent: Intent): intent is CopyIntent =>
  intent.kind === 'paste' || intent.kind === 'duplicate'

interface CopyInput extends KnownContent {
  /** The placeholder for a resource that has no IRI yet. */
  newIri: Iri
}

/** Returns the steps that create copies one after the other, and that remove them again. */
export const planCopies = (intent: CopyIntent, input: CopyInput): Plan => {
  const { group, sortValue } = intent
  const positions = sortedPositionsIn(group, input.read)
  const following = positions.filter((other) => other.sortValue >= sortValue)
  const target = { group, sortValue, index: positions.length - following.length }
  const copies = copiesOf(intent, input).map((copy, at) => ({ copy, iri: `${input.newIri}:${at}` }))
  const roots = copies.map(({ iri }) => positionOf(iri))
  // The last one first: each takes the sort value, and moves those after it.
  const plan = combinePlans(
    copies.toReversed().map(({ copy, iri }) => ({
      steps: rootSteps(copy, iri, target, input),
      inverse: [{ method: 'DELETE', iri, published: !copy.hasDrafts }],
      refetch: [],
    })),
  )
  const created = plan.steps.flatMap(({ creates }) => (creates ? Object.values(creates) : []))
  return {
    ...plan,
    refetch: [group, ...roots],
    following: following.map(({ iri }) => iri),
    // The response to the creation of a component has no groups yet, and that of a group no positions.
    refetchOnApply: copies.some(({ copy }) => copy.groups.length > 0)
      ? created.filter((iri) => !roots.includes(iri))
      : [],
  }
}

/** Returns the reason why copies cannot be created once all that they need is read, or null. */
export const copyFailure = (intent: CopyIntent, content: KnownContent): Failure | null => {
  const copies = copiesOf(intent, content)
  if (copies.length === 0) return new Failure('notFound')
  return copies.some((copy) => lacksFileInside(copy, content))
    ? new Failure('unexpected', { message: 'Its picture could not be read. Copy it again.' })
    : null
}

const lacksFileInside = ({ files, groups }: ComponentCopy, content: KnownContent): boolean =>
  Object.values(files).some((file) => contentOf(file, content) === undefined) ||
  groups.some(({ components }) => components.some((copy) => lacksFileInside(copy, content)))

/** Returns what is copied. The copy of a component is made when it is planned, with all that was saved by then. */
const copiesOf = (intent: CopyIntent, { read }: KnownContent): readonly ComponentCopy[] => {
  if (intent.kind === 'paste') return intent.copies
  const copy = isIriOf('COMPONENT', intent.iri) ? copyOf(intent.iri, read) : null
  return copy ? [copy] : []
}

const positionOf = (component: Iri) => `${component}:position`

const rootSteps = (
  copy: ComponentCopy,
  iri: Iri,
  { index, ...target }: Target & { index: number },
  content: KnownContent,
): Step[] => {
  const [first, ...others] = componentSteps(copy, iri, target, content)
  return [{ ...first!, sortIndex: { group: target.group, index } }, ...others]
}

interface Target {
  group: Iri<'COMPONENT_GROUP'>
  sortValue: number
}

const componentSteps = (
  copy: ComponentCopy,
  iri: Iri,
  { group, sortValue }: { group: Iri; sortValue: number },
  content: KnownContent,
): Step[] => [
  {
    method: 'POST',
    iri: copy.endpoint,
    body: {
      ...copy.properties,
      ...knownRelations(copy, content),
      ...filesOf(copy, content),
      componentPositions: [{ componentGroup: group, sortValue }],
      ...(copy.hasDrafts && { publishedAt: null }),
    },
    creates: { iri, position: positionOf(iri) },
  },
  ...copy.groups.flatMap((inside, at) => groupSteps(inside, `${iri}:${at}`, iri, content)),
]

const groupSteps = (
  { name, allowedComponents, components }: GroupCopy,
  iri: Iri,
  owner: Iri,
  content: KnownContent,
): Step[] => [
  {
    method: 'POST',
    iri: iriPrefixes.COMPONENT_GROUP.slice(0, -1),
    body: {
      reference: `${name}_${owner}`,
      location: owner,
      components: [owner],
      ...(allowedComponents && { allowedComponents: [...allowedComponents] }),
    },
    creates: { iri },
  },
  ...components.flatMap((copy, at) =>
    componentSteps(copy, `${iri}:${at}`, { group: iri, sortValue: at }, content),
  ),
]

/** Leaves out relations to resources that this site does not have. */
const knownRelations = ({ relations }: ComponentCopy, { read }: KnownContent) =>
  Object.fromEntries(Object.entries(relations).filter(([, iri]) => read(iri) !== undefined))

const filesOf = ({ files }: ComponentCopy, content: KnownContent) =>
  Object.fromEntries(
    Object.entries(files).map(([property, file]) => [property, contentOf(file, content) ?? null]),
  )

/** Returns a file as a data URI; undefined while it is not known, and for one that cannot be read. */
const contentOf = (file: CopiedFile, { read, readFile }: KnownContent) => {
  if ('content' in file) return file.content
  const stored = originalFilesOf(read(file.source))[file.property]
  return stored && readFile(stored)
}
