import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { formSubmissionsEndpoint, submissionQuery } from '#content/forms/form-submission.ts'
import type { Iri } from '#content/model/iri.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import { updateSearch } from '#content/page/collection.ts'
import {
  type SubmissionsRef,
  isBusy,
  isConfirming,
  isFailed,
  isTesting,
  selectFailure,
  selectList,
  selectSearch,
} from '#machines/admin/submissions.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { submissions } from '#src/app/effects/admin/submissions-effects.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { SearchForm } from '#src/ui/SearchForm.tsx'
import { Pagination } from '#src/views/collection/Pagination.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { busyReasonOf } from '../busy-reason.ts'
import { RetryButton } from '../RetryButton.tsx'
import screenStyles from '../AdminScreen.module.css'
import { useOpenList } from '../use-open-list.ts'
import { SubmissionRow } from './SubmissionRow.tsx'
import styles from './SubmissionsScreen.module.css'

interface SubmissionsProps {
  submissionsRef: SubmissionsRef
}

/** Lists what visitors have sent by forms: of one form, searched, and as a file for spreadsheets. */
export function SubmissionsScreen({ title }: { title: string }) {
  const [path, search] = [usePath(), useSearch()]
  const submissionsRef = useViewActor('submissions', submissions, { path, search })
  return <SubmissionsWithActor title={title} submissionsRef={submissionsRef} />
}

/** Renders the screen of an actor that is already running. */
export function SubmissionsWithActor({
  title,
  submissionsRef,
}: SubmissionsProps & { title: string }) {
  const busy = useSelector(submissionsRef, isBusy)
  const failed = useSelector(submissionsRef, isFailed)
  return (
    <AdminScreen title={title}>
      <Tools submissionsRef={submissionsRef} />
      <FailureAlert failure={useSelector(submissionsRef, selectFailure)} />
      {failed ? (
        <RetryButton onRetry={() => submissionsRef.send({ type: 'retry.requested' })} />
      ) : (
        <div className={screenStyles.results} aria-busy={busy}>
          <Results submissionsRef={submissionsRef} />
        </div>
      )}
      {useSelector(submissionsRef, isConfirming) ? (
        <DeletionDialog submissionsRef={submissionsRef} />
      ) : null}
    </AdminScreen>
  )
}

/** Searches, leads from one form to all, sends a test, and offers what is listed as a file. */
function Tools({ submissionsRef }: SubmissionsProps) {
  const search = useSelector(submissionsRef, selectSearch)
  const form = new URLSearchParams(search).get('form')
  const open = useOpenList(search)
  return (
    <div className={screenStyles.tools}>
      <SearchForm
        words={new URLSearchParams(search).get('search') ?? ''}
        onSearch={(words) => open({ search: words })}
      />
      {form ? (
        <>
          <TestButton submissionsRef={submissionsRef} form={form} />
          <Button variant="quiet" onClick={() => open({ form: null })}>
            Show all forms
          </Button>
        </>
      ) : null}
      <ExportLink search={search} />
    </div>
  )
}

/** Sends sample values by the form, to see that what visitors send arrives. */
function TestButton({ submissionsRef, form }: SubmissionsProps & { form: Iri }) {
  const reason = useSelector(submissionsRef, busyReasonOf)
  const testing = useSelector(submissionsRef, isTesting)
  return (
    <Button
      busy={testing}
      disabledReason={reason}
      onClick={() => submissionsRef.send({ type: 'test.requested', form })}
    >
      Send a test
    </Button>
  )
}

function ExportLink({ search }: { search: string }) {
  const { page: _, ...query } = submissionQuery(search)
  const href = `${apiBase}${formSubmissionsEndpoint}.csv${updateSearch('', query)}`
  return (
    <a href={href} download className={styles.export}>
      Download as CSV
    </a>
  )
}

function Results({ submissionsRef }: SubmissionsProps) {
  const list = useSelector(submissionsRef, selectList)
  const search = useSelector(submissionsRef, selectSearch)
  const busy = useSelector(submissionsRef, isBusy)
  const reason = useSelector(submissionsRef, busyReasonOf)
  if (!list) return <p role="status">Loading…</p>
  const isFiltered = Object.keys(submissionQuery(search)).length > 0
  return (
    <>
      <p role="status" className={screenStyles.count}>
        {busy ? 'Loading…' : summaryOf(list.total, isFiltered)}
      </p>
      {list.submissions.length > 0 ? (
        <ul className={screenStyles.cards}>
          {list.submissions.map((submission) => (
            <SubmissionRow
              key={submission['@id']}
              submission={submission}
              disabledReason={reason}
              onDelete={() =>
                submissionsRef.send({ type: 'deletion.requested', iri: submission['@id'] })
              }
            />
          ))}
        </ul>
      ) : null}
      <Pagination search={search} pages={list.pages} />
    </>
  )
}

const summaryOf = (total: number, isFiltered: boolean) => {
  if (total === 1) return '1 submission'
  if (total > 1) return `${total.toLocaleString('en')} submissions`
  return isFiltered
    ? 'Nothing was found. Try fewer words, or show all forms.'
    : 'Nothing was sent yet. What visitors send by a form of this site appears here.'
}

function DeletionDialog({ submissionsRef }: SubmissionsProps) {
  const descriptionId = useId()
  const cancel = () => submissionsRef.send({ type: 'deletion.canceled' })
  return (
    <Dialog
      label="Delete this submission?"
      role="alertdialog"
      describedBy={descriptionId}
      onDismiss={cancel}
    >
      <p id={descriptionId}>It cannot be brought back.</p>
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button
          variant="danger"
          onClick={() => submissionsRef.send({ type: 'deletion.confirmed' })}
        >
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  )
}
