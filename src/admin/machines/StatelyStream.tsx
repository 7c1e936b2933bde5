import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import {
  type StatelyStreamRef,
  isConfirming,
  isRefused,
  isSending,
  selectFailure,
} from '#machines/admin/stately-stream.ts'
import { statelyStream } from '#src/app/effects/admin/stately-stream-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { InlineQuestion } from './InlineQuestion.tsx'
import styles from './StatelyStream.module.css'

/** Sends what the machines of this page do to Stately's inspector, which is another site, once that is confirmed. */
export function StatelyStream() {
  const streamRef = useViewActor('statelyStream', statelyStream, undefined)
  const confirming = useSelector(streamRef, isConfirming)
  const sending = useSelector(streamRef, isSending)
  const ref = useRef<HTMLButtonElement>(null)
  const answer = (type: 'stream.confirmed' | 'stream.canceled') => {
    streamRef.send({ type })
    ref.current!.focus()
  }
  return (
    <section aria-label="Stately’s inspector" className={styles.stream}>
      <div className={styles.tools}>
        <Button
          ref={ref}
          disabledReason={confirming ? 'It waits for your answer.' : null}
          onClick={() =>
            streamRef.send({ type: sending ? 'stream.dismissed' : 'stream.requested' })
          }
        >
          {sending ? 'Stop sending' : 'Send to Stately’s inspector…'}
        </Button>
        <p role="status" className={styles.status}>
          {sending ? 'What happens on this page is sent to stately.ai.' : null}
        </p>
      </div>
      {confirming ? (
        <Question
          onConfirm={() => answer('stream.confirmed')}
          onCancel={() => answer('stream.canceled')}
        />
      ) : null}
      <Refusal streamRef={streamRef} />
    </section>
  )
}

function Refusal({ streamRef }: { streamRef: StatelyStreamRef }) {
  const failure = useSelector(streamRef, selectFailure)
  return useSelector(streamRef, isRefused) ? (
    <p role="alert">
      The browser blocked the window. Allow this site to open windows, and try again.
    </p>
  ) : (
    <FailureAlert failure={failure} />
  )
}

const Question = (props: { onConfirm: () => void; onCancel: () => void }) => (
  <InlineQuestion {...props} label="Send to Stately’s inspector?" confirmLabel="Open it and send">
    <p>
      A window with stately.ai opens. It is told all that the machines of this page have done and
      do, with the texts of the page, and without passwords, tokens and mail addresses.
    </p>
  </InlineQuestion>
)
