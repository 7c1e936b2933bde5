import { useSelector } from '@xstate/react'
import { type ReportFacts, reportSummary } from '#content/admin/problem-report.ts'
import {
  type ProblemReportRef,
  isBusy,
  isFailed,
  isOpen,
  isSaved,
  selectFacts,
} from '#machines/admin/problem-report.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import styles from './ConfirmDialog.module.css'

interface ReportProps {
  problemReportRef: ProblemReportRef
}

/** Says what the file of a report has in it before it is saved. */
export function ProblemReportDialog({ problemReportRef }: ReportProps) {
  const open = useSelector(problemReportRef, isOpen)
  const facts = useSelector(problemReportRef, selectFacts)
  const dismiss = () => problemReportRef.send({ type: 'report.dismissed' })
  if (!open) return null
  return (
    <Dialog label="Report a problem" onDismiss={dismiss}>
      <div className={styles.body}>
        {facts ? <Contents facts={facts} /> : <Status problemReportRef={problemReportRef} />}
      </div>
      <DialogActions>
        <Button onClick={dismiss}>{facts ? 'Cancel' : 'Close'}</Button>
        {facts ? (
          <Button
            variant="solid"
            onClick={() => problemReportRef.send({ type: 'report.confirmed' })}
          >
            Save the file
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}

const Contents = ({ facts }: { facts: ReportFacts }) => (
  <>
    <p>
      The file says, step by step, what the app has done and what its server has answered, so that
      developers can repeat it: {reportSummary(facts)}
    </p>
    <p>
      In it: what was pressed and chosen, the addresses of pages, the content of the pages that were
      open and the texts that were edited, and the versions of the app and of the browser.
    </p>
    <p>
      Not in it: passwords, codes, tokens, names of accounts, mail addresses, and what was typed
      into private fields. It is saved on this computer only, and sent to nobody.
    </p>
  </>
)

function Status({ problemReportRef }: ReportProps) {
  const busy = useSelector(problemReportRef, isBusy)
  const saved = useSelector(problemReportRef, isSaved)
  if (useSelector(problemReportRef, isFailed))
    return (
      <>
        <p role="alert">The file could not be written.</p>
        <Button onClick={() => problemReportRef.send({ type: 'retry.requested' })}>
          Try again
        </Button>
      </>
    )
  return (
    <p role="status">
      {busy ? 'Writing the file…' : saved ? 'The file is saved. Send it to your developers.' : ''}
    </p>
  )
}
