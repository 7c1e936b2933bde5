import { useSelector } from '@xstate/react'
import type { Intent } from '#content/change/types.ts'
import type { Failure } from '#content/model/failure.ts'
import { kindOf } from '#content/model/kind.ts'
import type { ReadResource, Resource, Violation } from '#content/model/resource.ts'
import { type DraftsListRef, selectDone, selectRefusal } from '#machines/editing/drafts-list.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { dequal } from 'dequal/lite'
import { quotedLabelOf } from '../labels.ts'
import { fieldLabelOf, sentenceOf } from '../messages.ts'
import { type SiteKinds, useSiteKinds } from '../site-kinds.ts'

/** Says what was published or discarded last, or which component was not published and why. */
export function DraftsOutcome({ draftsListRef }: { draftsListRef: DraftsListRef }) {
  const site = useSiteKinds()
  const done = useSelector(draftsListRef, selectDone)
  const refusal = useSelector(draftsListRef, selectRefusal)
  const failure = useResourceSelector(
    (read) => refusal && namedFailure(refusal, read, site),
    dequal,
  )
  return (
    <>
      <FailureAlert failure={failure} />
      <p role="status">{done ? doneMessage(done) : null}</p>
    </>
  )
}

const doneMessage = (intent: Intent) => {
  if (intent.kind !== 'publishAll') return 'Discarded. Undo brings it back.'
  const count = intent.iris.length
  return count === 1 ? 'Published.' : `Published ${count} components.`
}

/** Returns the messages of a failure, each with the component and the field that it is about. */
const namedFailure = (failure: Failure, read: ReadResource, site: SiteKinds) => {
  const { resource } = failure
  const subject = resource ? `${quotedLabelOf(resource['@id'], read, site)}: ` : ''
  return {
    message: subject + sentenceOf(failure.message),
    violations: failure.violations.map((violation) => namedViolation(violation, read, site)),
  }
}

const namedViolation = (violation: Violation, read: ReadResource, site: SiteKinds) => {
  const { iri, propertyPath, message } = violation
  if (iri === undefined) return { propertyPath: '', message }
  const resource: Resource | undefined = read(iri)
  const kind = kindOf(site.kinds, resource?.['@type'])
  const names = [quotedLabelOf(iri, read, site), fieldLabelOf(kind, propertyPath)]
  return { propertyPath: names.filter((name) => name !== '').join(', '), message }
}
