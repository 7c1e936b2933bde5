import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import { receivedLabel } from '#content/admin/site-backup.ts'
import {
  type SiteBackupRef,
  canCancel,
  isBusy,
  isSaved,
  selectFailure,
  selectReceived,
} from '#machines/admin/site-backup.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { textInForm } from '#src/views/screens/text-in-form.ts'
import screenStyles from '../AdminScreen.module.css'
import { CurrentPasswordField } from '../CurrentPasswordField.tsx'
import { fieldError } from '../field-errors.ts'
import { otherFailure } from './other-failure.ts'
import styles from './BackupScreen.module.css'

interface DownloadProps {
  siteBackupRef: SiteBackupRef
}

/** Asks for the password, and downloads a backup. */
export function BackupDownload({ siteBackupRef }: DownloadProps) {
  const busy = useSelector(siteBackupRef, isBusy)
  const failure = useSelector(siteBackupRef, selectFailure)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const currentPassword = textInForm(event.currentTarget, 'currentPassword')
    event.currentTarget.reset()
    siteBackupRef.send({ type: 'backup.requested', currentPassword })
  }
  return (
    <section className={screenStyles.card} aria-labelledby="download">
      <h2 id="download" className={styles.heading}>
        Download a backup
      </h2>
      <p className={styles.hint}>
        One file with all content and its drafts, the uploaded files, the settings, what visitors
        have sent, and the accounts with their hashed passwords. Keep it as safe as the site itself.
        It can be restored here or on another server, whichever database that has.
      </p>
      <FailureAlert failure={otherFailure(failure)} />
      <form className={styles.form} onSubmit={submit} aria-label="Download a backup">
        <CurrentPasswordField error={fieldError(failure, 'currentPassword')} />
        <Button type="submit" variant="solid" busy={busy}>
          Download
        </Button>
      </form>
      <DownloadState siteBackupRef={siteBackupRef} />
    </section>
  )
}

/** Shows how much has arrived. The size of the whole is not known before its end. */
function DownloadState({ siteBackupRef }: DownloadProps) {
  const cancelable = useSelector(siteBackupRef, canCancel)
  const saved = useSelector(siteBackupRef, isSaved)
  const received = useSelector(siteBackupRef, selectReceived)
  return (
    <div className={styles.state}>
      {cancelable ? <progress aria-label="Download of the backup" /> : null}
      <p role="status">
        {cancelable ? receivedLabel(received) : saved ? 'The backup is saved.' : ''}
      </p>
      {cancelable ? (
        <Button onClick={() => siteBackupRef.send({ type: 'download.canceled' })}>Cancel</Button>
      ) : null}
    </div>
  )
}
