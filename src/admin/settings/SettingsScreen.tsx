import { useSelector } from '@xstate/react'
import type { SyntheticEvent } from 'react'
import {
  isConfirmingDiscard,
  isFailed,
  selectDraft,
  selectFacts,
  selectFailure,
  selectLeaveGuardRef,
} from '#machines/admin/settings.ts'
import { isSuperAdmin } from '#content/admin/roles.ts'
import { selectUser } from '#machines/session/auth.ts'
import { settings } from '#src/app/effects/admin/settings-effects.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { AdminScreen } from '../AdminScreen.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { DiscardDialog } from '../DiscardDialog.tsx'
import { LeaveDialog } from '../LeaveDialog.tsx'
import { IndexingSettings, SitemapSettings } from './CrawlerSettings.tsx'
import { GeneralSettings } from './GeneralSettings.tsx'
import { LocaleSettings } from './LocaleSettings.tsx'
import { MaintenanceSettings, VersionInfo } from './MaintenanceSettings.tsx'
import { MailSettings } from './MailSettings.tsx'
import { PictureSettings } from './PictureSettings.tsx'
import { SecuritySettings } from './SecuritySettings.tsx'
import { SaveBar } from './SaveBar.tsx'
import type { SettingsProps } from './settings-props.ts'
import { useSaveShortcut } from '../use-save-shortcut.ts'
import styles from './SettingsScreen.module.css'

/** Edits the settings of the site. */
export function SettingsScreen({ title }: { title: string }) {
  const settingsRef = useViewActor('settings', settings, undefined)
  return <SettingsWithActor title={title} settingsRef={settingsRef} />
}

/** Renders the screen of an actor that is already running. */
export function SettingsWithActor({ title, settingsRef }: SettingsProps & { title: string }) {
  const isRead = useSelector(settingsRef, selectDraft) !== null
  const failed = useSelector(settingsRef, isFailed)
  const leaveGuardRef = useSelector(settingsRef, selectLeaveGuardRef)
  return (
    <AdminScreen title={title} width="wide">
      <FailureAlert failure={useSelector(settingsRef, selectFailure)} />
      {failed ? (
        <RetryButton onRetry={() => settingsRef.send({ type: 'retry.requested' })} />
      ) : null}
      {isRead ? <Form settingsRef={settingsRef} /> : failed ? null : <p role="status">Loading…</p>}
      {useSelector(settingsRef, isConfirmingDiscard) ? (
        <DiscardDialog
          onConfirm={() => settingsRef.send({ type: 'discard.confirmed' })}
          onCancel={() => settingsRef.send({ type: 'discard.canceled' })}
        />
      ) : null}
      {leaveGuardRef ? <LeaveDialog leaveGuardRef={leaveGuardRef} /> : null}
    </AdminScreen>
  )
}

function Form({ settingsRef }: SettingsProps) {
  const user = useSelector(useAppActor('auth'), selectUser)
  const facts = useSelector(settingsRef, selectFacts)
  const save = () => settingsRef.send({ type: 'save.requested' })
  useSaveShortcut(save)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <GeneralSettings settingsRef={settingsRef} />
      <LocaleSettings settingsRef={settingsRef} />
      {facts?.hasLibrary ? <PictureSettings settingsRef={settingsRef} /> : null}
      <SitemapSettings settingsRef={settingsRef} />
      <IndexingSettings settingsRef={settingsRef} />
      <MaintenanceSettings settingsRef={settingsRef} />
      {isSuperAdmin(user) ? <SecuritySettings settingsRef={settingsRef} /> : null}
      {isSuperAdmin(user) ? <MailSettings /> : null}
      <VersionInfo settingsRef={settingsRef} />
      <SaveBar settingsRef={settingsRef} />
    </form>
  )
}
