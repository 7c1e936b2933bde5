import { useSelector } from '@xstate/react'
import { hasPage } from '#content/location.ts'
import { type AuthRef, selectUser } from '#machines/auth.ts'
import { type EditModeRef, canAct, isBusy, isEditing } from '#machines/edit-mode.ts'
import { selectFailure } from '#machines/error-page.ts'
import { type WritesRef, canRedo, canUndo } from '#machines/writes.ts'
import { useAppActor } from '#src/app/actors.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { usePath } from '#src/views/use-path.ts'
import styles from './Bar.module.css'
import { SaveState } from './SaveState.tsx'
import { SiteMenu, SiteMenuItem, SiteMenuLabel } from './SiteMenu.tsx'

/** The strip above the page of everybody who may edit it. */
export function Bar() {
  const editModeRef = useAppActor('editMode')
  const writesRef = useAppActor('writes')
  const authRef = useAppActor('auth')
  const editing = useSelector(editModeRef, isEditing)
  const busy = useSelector(editModeRef, isBusy)
  const failed = useSelector(useAppActor('errorPage'), selectFailure) !== null
  const editable = hasPage(usePath()) && !failed
  return (
    <section aria-label="Editor" className={styles.bar} data-editor-chrome="">
      {/* One button of two names: pressing it keeps the focus where it is. */}
      {editable || editing ? (
        <Button
          look="solid"
          busy={busy}
          onClick={() => editModeRef.send({ type: editing ? 'edit.left' : 'edit.requested' })}
        >
          {busy ? null : <Icon name={editing ? 'check' : 'draft'} />}
          {editing ? 'Done' : 'Edit'}
        </Button>
      ) : null}
      {editing ? <History editModeRef={editModeRef} writesRef={writesRef} /> : null}
      <div className={styles.end}>
        {editing ? <SaveState writesRef={writesRef} /> : null}
        <Account editModeRef={editModeRef} authRef={authRef} />
      </div>
    </section>
  )
}

function History({ editModeRef, writesRef }: { editModeRef: EditModeRef; writesRef: WritesRef }) {
  const free = useSelector(editModeRef, canAct)
  const undoable = useSelector(writesRef, canUndo)
  const redoable = useSelector(writesRef, canRedo)
  return (
    <div role="group" aria-label="History" className={styles.group}>
      <Button
        look="quiet"
        aria-label="Undo"
        title="Undo"
        aria-keyshortcuts="Control+Z Meta+Z"
        unavailable={!free || !undoable}
        onClick={() => editModeRef.send({ type: 'undo.requested' })}
      >
        <Icon name="undo" />
      </Button>
      <Button
        look="quiet"
        aria-label="Redo"
        title="Redo"
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        unavailable={!free || !redoable}
        onClick={() => editModeRef.send({ type: 'redo.requested' })}
      >
        <Icon name="redo" />
      </Button>
    </div>
  )
}

function Account({ editModeRef, authRef }: { editModeRef: EditModeRef; authRef: AuthRef }) {
  const user = useSelector(authRef, selectUser)
  return (
    <SiteMenu>
      {user ? <SiteMenuLabel>Signed in as {user.username}</SiteMenuLabel> : null}
      <SiteMenuItem onSelect={() => editModeRef.send({ type: 'signOut.requested' })}>
        Sign out
      </SiteMenuItem>
    </SiteMenu>
  )
}
