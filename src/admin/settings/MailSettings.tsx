import { useSelector } from '@xstate/react'
import { settingGroups } from '#content/settings/setting-groups.ts'
import { type TestMailRef, isBusy, selectFailure, selectResult } from '#machines/admin/test-mail.ts'
import { testMail } from '#src/app/effects/admin/test-mail-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'
import styles from './SettingsScreen.module.css'

/** Finds out whether the mails of the site arrive. Where they are sent from is set on the server. */
export function MailSettings() {
  const testMailRef = useViewActor('testMail', testMail, undefined)
  return <MailSettingsWithActor testMailRef={testMailRef} />
}

/**
 * Renders the group with an actor that is already running.
 * @internal Exported for tests.
 */
export function MailSettingsWithActor({ testMailRef }: { testMailRef: TestMailRef }) {
  const busy = useSelector(testMailRef, isBusy)
  return (
    <SettingsGroup group={settingGroups.mail}>
      <p className={styles.hint}>
        The site sends mails about accounts, and what visitors enter into its forms. The mail server
        is set by SMTP_URL where the site runs.
      </p>
      <div>
        <Button busy={busy} onClick={() => testMailRef.send({ type: 'mail.requested' })}>
          {settingGroups.mail.actions[0]}
        </Button>
      </div>
      <FailureAlert failure={useSelector(testMailRef, selectFailure)} />
      <Answer testMailRef={testMailRef} />
    </SettingsGroup>
  )
}

/** Shows the answer of the mail server in its own words. */
function Answer({ testMailRef }: { testMailRef: TestMailRef }) {
  const result = useSelector(testMailRef, selectResult)
  return (
    <div role="status" className={styles.answer}>
      {result ? (
        <>
          <p>
            {result.isSent
              ? `The mail to ${result.to} was accepted.`
              : `The mail to ${result.to} was not sent. Check SMTP_URL, and that this server reaches the mail server.`}
          </p>
          <p>
            <code>{result.answer}</code>
          </p>
        </>
      ) : null}
    </div>
  )
}
