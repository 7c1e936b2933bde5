import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import {
  type BackupCheck,
  comparisonOf,
  secretsWarning,
  sessionWarning,
} from '#content/admin/site-backup.ts'
import {
  type SiteRestorationRef,
  selectCheck,
  selectFailure,
} from '#machines/admin/site-restoration.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { textInForm } from '#src/views/screens/text-in-form.ts'
import { CurrentPasswordField } from '../CurrentPasswordField.tsx'
import { fieldError } from '../field-errors.ts'
import styles from './BackupScreen.module.css'

/** Shows what the backup would replace, and has that confirmed by the name of the site and the password. */
export function RestorationForm({
  siteRestorationRef,
}: {
  siteRestorationRef: SiteRestorationRef
}) {
  const check = useSelector(siteRestorationRef, selectCheck)
  const failure = useSelector(siteRestorationRef, selectFailure)
  if (!check) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [siteName, currentPassword] = ['siteName', 'currentPassword'].map((name) =>
      textInForm(event.currentTarget, name),
    ) as [string, string]
    siteRestorationRef.send({ type: 'restoration.confirmed', siteName, currentPassword })
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Restore a backup">
      <Comparison check={check} />
      <Warning check={check} />
      <TextField
        label={`Type “${check.siteName}” to confirm`}
        name="siteName"
        autoComplete="off"
        required
        error={fieldError(failure, 'siteName')}
      />
      <CurrentPasswordField error={fieldError(failure, 'currentPassword')} />
      <div className={styles.actions}>
        <Button type="submit" variant="danger">
          Replace the whole site
        </Button>
        <Button onClick={() => siteRestorationRef.send({ type: 'restoration.canceled' })}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const Warning = ({ check }: { check: BackupCheck }) => (
  <p className={styles.warning}>
    <Icon name="warning" />
    <span>
      Everything on this site is replaced by what the backup has. This cannot be undone.{' '}
      {sessionWarning(check)} {secretsWarning(check.unreadableSecrets)}
    </span>
  </p>
)

const Comparison = ({ check }: { check: BackupCheck }) => (
  <table className={styles.comparison}>
    <caption>The backup is complete. It would replace:</caption>
    <thead>
      <tr>
        <th scope="col">Contents</th>
        <th scope="col">This site</th>
        <th scope="col">Backup</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <th scope="row">Name</th>
        <td>{check.siteName}</td>
        <td>{check.backupName ?? 'none'}</td>
      </tr>
      {comparisonOf(check).map(({ label, current, backup }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{current}</td>
          <td>{backup}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
