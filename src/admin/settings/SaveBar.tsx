import { useSelector } from '@xstate/react'
import { progressOf } from '#content/settings/setting-outcomes.ts'
import { refusedKeys } from '#content/settings/setting-problems.ts'
import { changedKeys } from '#content/settings/settings-draft.ts'
import {
  canSave,
  hasError,
  isSaving,
  isUnsaved,
  selectDraft,
  selectOutcomes,
} from '#machines/admin/settings.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { SettingsProps } from './settings-props.ts'
import styles from './SettingsScreen.module.css'

const unchanged = 'Nothing was changed.'

/** Saves all changes or discards them, and says how far that is. */
export function SaveBar({ settingsRef }: SettingsProps) {
  const saving = useSelector(settingsRef, isSaving)
  const saveable = useSelector(settingsRef, canSave)
  const unsaved = useSelector(settingsRef, isUnsaved)
  const failed = useSelector(settingsRef, hasError)
  const reason = saving ? 'Saving…' : null
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.barStatus}>
        <Status settingsRef={settingsRef} />
      </p>
      {failed ? <ErrorNote settingsRef={settingsRef} /> : null}
      <div className={styles.actions}>
        <Button
          disabledReason={reason ?? (unsaved ? null : unchanged)}
          onClick={() => settingsRef.send({ type: 'discard.requested' })}
        >
          Discard changes
        </Button>
        <Button
          type="submit"
          variant={failed ? 'danger' : 'solid'}
          busy={saving}
          disabledReason={reason ?? (saveable ? null : unchanged)}
          aria-keyshortcuts="Control+S Meta+S"
        >
          Save Changes
        </Button>
      </div>
    </div>
  )
}

function Status({ settingsRef }: SettingsProps) {
  const saving = useSelector(settingsRef, isSaving)
  const { done, total } = progressOf(useSelector(settingsRef, selectOutcomes))
  const count = changedKeys(useSelector(settingsRef, selectDraft)!).length
  if (saving) return <span className={styles.late}>{`Saving ${done} / ${total}`}</span>
  if (count > 0)
    return count === 1 ? '1 change is not saved yet' : `${count} changes are not saved yet`
  return total > 0 ? 'All changes are saved' : ''
}

function ErrorNote({ settingsRef }: SettingsProps) {
  const isInvalid = refusedKeys(useSelector(settingsRef, selectDraft)!).length > 0
  return (
    <p role="alert" className={styles.barError}>
      <Icon name="warning" />
      <span>
        {isInvalid
          ? 'Nothing was saved: a value above is not valid.'
          : 'Not everything was saved. The reasons are at the settings above.'}
      </span>
    </p>
  )
}
