import { useSelector } from '@xstate/react'
import type { Iri } from '#content/model/iri.ts'
import type { SnapshotFrom } from 'xstate'
import { isBusy, isFailed, isSent, isTesting, selectFailure } from '#machines/admin/submissions.ts'
import { submissions } from '#src/app/effects/admin/submissions-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'

/** Sends a test by a form, and leads to what was sent by it. The work here goes on in its own tab. */
export function FormTest({ form }: { form: Iri }) {
  const path = '/_cwa/submissions'
  const search = `?form=${encodeURIComponent(form)}`
  const submissionsRef = useViewActor('submissions', submissions, { path, search })
  const refusal = useSelector(submissionsRef, testRefusalOf)
  const testing = useSelector(submissionsRef, isTesting)
  const sent = useSelector(submissionsRef, isSent)
  return (
    <>
      <p>
        <a href={path + search} target="_blank" rel="noopener">
          What was sent (new tab)
        </a>
      </p>
      <p role="status">{sent ? 'The test was sent.' : ''}</p>
      <FailureAlert failure={useSelector(submissionsRef, selectFailure)} />
      <Button
        busy={testing}
        disabledReason={refusal}
        onClick={() => submissionsRef.send({ type: 'test.requested', form })}
      >
        Send a test
      </Button>
    </>
  )
}

/** Returns why no test can be sent in this state, or null. */
const testRefusalOf = (snapshot: SnapshotFrom<typeof submissions>) => {
  if (isFailed(snapshot)) return 'What was sent could not be loaded.'
  return isBusy(snapshot) ? 'Loading…' : null
}
