import { useSelector } from '@xstate/react'
import type { MouseEvent, ReactNode } from 'react'
import { accountPath, adminSections } from '#content/admin/admin-sections.ts'
import type { Direction } from '#content/change/undo/undo-history.ts'
import { type AuthRef, selectUser } from '#machines/session/auth.ts'
import {
  type EditModeRef,
  isEditing,
  selectPendingActionRef,
  selectWaitingActionsRef,
} from '#machines/editing/edit-mode.ts'
import type { DraftsListRef } from '#machines/editing/drafts-list.ts'
import { isBusy } from '#machines/editing/pending-action.ts'
import { selectUndoneId } from '#machines/editing/waiting-actions.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { type ChangeQueueRef, canRedo, canUndo } from '#machines/editing/changes/change-queue.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { isUnmodifiedClick } from '#src/ui/is-unmodified-click.ts'
import styles from './EditorBar.module.css'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import { useSignOut } from '../hooks/use-sign-out.ts'
import { useIsPageShown } from '../hooks/use-is-page-shown.ts'
import { Menu } from '../menu/Menu.tsx'
import { MenuItem, MenuLabel, MenuLink } from '../menu/MenuItem.tsx'
import { DevicePreviewMenu } from './DevicePreviewMenu.tsx'
import { ColleaguesMenu } from '../colleagues/ColleaguesMenu.tsx'
import { DraftsMenu } from './DraftsMenu.tsx'
import { useOpenFromMenu } from './use-open-from-menu.ts'
import { HistoryMenu } from './HistoryMenu.tsx'
import { NotificationsButton } from './NotificationsButton.tsx'
import { PageButton } from './PageButton.tsx'
import { OutlineButton } from '../outline/Outline.tsx'
import { SaveStatus } from './SaveStatus.tsx'
import { refusalOf } from '../action-refusal.ts'
import { requestHistory } from '../request-history.ts'
import { ariaKeyShortcuts, shortcuts } from '../shortcuts.ts'

/** Shows the editor's toolbar above the page: Edit or Done, undo and redo, the save status and the site menu. */
export function EditorBar() {
  const { editModeRef, selectionRef, draftsListRef, unsavedListRef } = useEditMode()
  const changeQueueRef = useAppActor('changeQueue')
  const authRef = useAppActor('auth')
  const editing = useSelector(editModeRef, isEditing)
  const failed = useSelector(useAppActor('errorPage'), selectFailure) !== null
  const isPageShown = useIsPageShown()
  const hasTools = editing && isPageShown
  return (
    <section aria-label="Editor" className={styles.bar} data-editor-chrome="" data-editor-bar="">
      {editing || (isPageShown && !failed) ? (
        <EditButton editModeRef={editModeRef} editing={editing} />
      ) : null}
      {hasTools ? (
        <HistoryButtons editModeRef={editModeRef} changeQueueRef={changeQueueRef} />
      ) : null}
      {hasTools ? <OutlineButton /> : null}
      {!editing && isPageShown && !failed ? <PageButton /> : null}
      <div className={styles.trailing}>
        {hasTools ? <DevicePreviewMenu /> : null}
        {editing && selectionRef && draftsListRef ? (
          <>
            <ColleaguesMenu editModeRef={editModeRef} selectionRef={selectionRef} />
            <DraftsMenu {...{ editModeRef, selectionRef, draftsListRef }} />
          </>
        ) : null}
        {unsavedListRef && selectionRef ? (
          <SaveStatus {...{ selectionRef, changeQueueRef, unsavedListRef }} />
        ) : null}
        <NotificationsButton pastNotificationsRef={useAppActor('pastNotifications')} />
        <EditorSiteMenu {...{ editModeRef, authRef, draftsListRef }} />
      </div>
    </section>
  )
}

/** Enters and leaves edit mode: one button with two labels, so that focus survives the switch. */
function EditButton({ editModeRef, editing }: { editModeRef: EditModeRef; editing: boolean }) {
  const busy = useSelector(useSelector(editModeRef, selectPendingActionRef), isBusy)
  return (
    <Button
      variant="solid"
      busy={busy}
      onClick={() => editModeRef.send({ type: editing ? 'exit.requested' : 'edit.requested' })}
    >
      {busy ? null : <Icon name={editing ? 'check' : 'draft'} />}
      {editing ? 'Done' : 'Edit'}
    </Button>
  )
}

interface HistoryProps {
  editModeRef: EditModeRef
  changeQueueRef: ChangeQueueRef
}

const HistoryButtons = (props: HistoryProps) => (
  <div role="group" aria-label="History" className={styles.group}>
    <HistoryButton direction="undo" canDo={canUndo} {...props} />
    <HistoryButton direction="redo" canDo={canRedo} {...props} />
    <HistoryMenu {...props} />
  </div>
)

interface HistoryButtonProps extends HistoryProps {
  direction: Direction
  canDo: typeof canUndo
}

function HistoryButton({ direction, canDo, ...props }: HistoryButtonProps) {
  const { editModeRef, changeQueueRef } = props
  const notificationsRef = useAppActor('notifications')
  const refusal = useSelector(editModeRef, refusalOf)
  const waitingActionsRef = useSelector(editModeRef, selectWaitingActionsRef)
  const waitingId = useSelector(
    waitingActionsRef,
    (snapshot) => snapshot && selectUndoneId(snapshot),
  )
  const isPossible = useSelector(changeQueueRef, canDo) || (direction === 'undo' && !!waitingId)
  const { label, keys } = shortcuts[direction]
  const reason = isPossible ? refusal : `There is nothing to ${direction}.`
  return (
    <Button
      variant="quiet"
      aria-label={label}
      title={reason === null ? label : undefined}
      aria-keyshortcuts={ariaKeyShortcuts(keys)}
      disabledReason={reason}
      onClick={() => requestHistory(direction, { editModeRef, notificationsRef })}
    >
      <Icon name={direction} />
    </Button>
  )
}

interface EditorSiteMenuProps {
  editModeRef: EditModeRef
  authRef: AuthRef
  draftsListRef: DraftsListRef | undefined
}

function EditorSiteMenu({ editModeRef, authRef, draftsListRef }: EditorSiteMenuProps) {
  const user = useSelector(authRef, selectUser)
  const shortcutListRef = useAppActor('shortcutList')
  const searchDialogRef = useAppActor('searchDialog')
  const { triggerRef, openDialog, openList } = useOpenFromMenu()
  const search = () => searchDialogRef.send({ type: 'search.requested' })
  return (
    <Menu label="Site menu" trigger={<Icon name="menu" />} triggerProps={{ ref: triggerRef }}>
      {user ? <MenuLabel>Signed in as {user.username}</MenuLabel> : null}
      <MenuItem keys={shortcuts.search.keys} onSelect={() => openDialog(search)}>
        Search…
      </MenuItem>
      {draftsListRef ? (
        <MenuItem onSelect={() => openList(draftsListRef)}>Review changes…</MenuItem>
      ) : null}
      {user ? (
        <ScreenLink href={accountPath(user['@id'])} editModeRef={editModeRef}>
          My account
        </ScreenLink>
      ) : null}
      {adminSections(user).map(({ href, label }) => (
        <ScreenLink key={href} href={href} editModeRef={editModeRef}>
          {label}
        </ScreenLink>
      ))}
      <MenuItem onSelect={() => openList(shortcutListRef)}>Keyboard shortcuts</MenuItem>
      <MenuItem onSelect={useSignOut()}>Sign out</MenuItem>
    </Menu>
  )
}

interface ScreenLinkProps {
  href: string
  editModeRef: EditModeRef
  children: ReactNode
}

/** Leads to a screen of the admin area, while editing once all edits are saved. */
function ScreenLink({ href, editModeRef, children }: ScreenLinkProps) {
  const editing = useSelector(editModeRef, isEditing)
  const open = (event: MouseEvent) => {
    if (!editing || !isUnmodifiedClick(event)) return
    event.preventDefault()
    editModeRef.send({ type: 'open.requested', href })
  }
  return (
    <MenuLink href={href} onClick={open}>
      {children}
    </MenuLink>
  )
}
