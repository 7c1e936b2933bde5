import { useSelector } from '@xstate/react'
import { accountPath } from '#content/account/account-path.ts'
import { aboutPath, adminSections, settingsPath } from '#content/admin/admin-sections.ts'
import type { User } from '#content/model/resource.ts'
import type { Direction } from '#content/change/undo/undo-history.ts'
import { selectUser } from '#machines/session/auth.ts'
import {
  type EditModeRef,
  isEditing,
  selectPendingActionRef,
  selectWaitingActionsRef,
} from '#machines/editing/edit-mode.ts'
import { isBusy } from '#machines/editing/pending-action.ts'
import { selectUndoneId } from '#machines/editing/waiting-actions.ts'
import { selectEnhancementsRef } from '#machines/app/deferred.ts'
import { selectFailure } from '#machines/page/error-page.ts'
import { isVisible } from '#machines/page/progress.ts'
import { type ChangeQueueRef, canRedo, canUndo } from '#machines/editing/changes/change-queue.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useSiteConfig } from '#src/views/hooks/use-site-config.ts'
import { WriteSweep } from '#src/views/chrome/WriteSweep.tsx'
import styles from './EditorBar.module.css'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import { useSignOut } from '../hooks/use-sign-out.ts'
import { useIsPageShown } from '../hooks/use-is-page-shown.ts'
import { useOpenScreen } from '../hooks/use-open-screen.ts'
import { useStanding } from '../hooks/use-standing.ts'
import { Menu } from '../menu/Menu.tsx'
import { MenuItem, MenuLabel, MenuLink } from '../menu/MenuItem.tsx'
import { DevicePreviewMenu } from './DevicePreviewMenu.tsx'
import { ColleaguesMenu } from '../colleagues/ColleaguesMenu.tsx'
import { DraftsMenu } from './DraftsMenu.tsx'
import { useOpenFromMenu } from './use-open-from-menu.ts'
import { HistoryMenu } from './HistoryMenu.tsx'
import { NotificationsButton } from './NotificationsButton.tsx'
import { PageButton } from './PageButton.tsx'
import { PathSelector } from './PathSelector.tsx'
import { SectionIcons } from './SectionIcons.tsx'
import { OutlineButton } from '../outline/Outline.tsx'
import { SaveStatus } from './SaveStatus.tsx'
import { historyRefusalOf } from '../action-refusal.ts'
import { requestHistory } from '../request-history.ts'
import { ariaKeyShortcuts, shortcuts } from '../shortcuts.ts'

/** Shows the editor's toolbar above the page: Edit or Done, undo and redo, the save status and the site menu. */
export function EditorBar() {
  const { editModeRef } = useEditMode()
  const editing = useSelector(editModeRef, isEditing)
  const failed = useSelector(useAppActor('errorPage'), selectFailure) !== null
  const isPageShown = useIsPageShown() && !failed
  return (
    <section
      aria-label="Editor"
      className={styles.bar}
      data-editor-chrome=""
      data-editor-bar=""
      data-standing={useStanding()}
    >
      {editing || isPageShown ? <EditButton editModeRef={editModeRef} editing={editing} /> : null}
      {editing ? <PageTools /> : null}
      {!editing && isPageShown ? <PageButton /> : null}
      {isPageShown ? null : <SectionIcons editModeRef={editModeRef} />}
      <div className={styles.trailing}>
        <EditingTools editing={editing} />
        <NotificationsButton pastNotificationsRef={useAppActor('pastNotifications')} />
        <EditorSiteMenu />
      </div>
      <WriteSweep edge="bottom" />
    </section>
  )
}

/** Shows the tools for the page that is edited, and names what is selected. */
function PageTools() {
  const { editModeRef, selectionRef } = useEditMode()
  const changeQueueRef = useAppActor('changeQueue')
  return useIsPageShown() ? (
    <>
      <HistoryButtons editModeRef={editModeRef} changeQueueRef={changeQueueRef} />
      <OutlineButton />
      {selectionRef ? <PathSelector selectionRef={selectionRef} /> : null}
    </>
  ) : null
}

/** Shows who else is there, and what is not published and not saved yet. */
function EditingTools({ editing }: { editing: boolean }) {
  const { editModeRef, selectionRef, draftsListRef, unsavedListRef } = useEditMode()
  const changeQueueRef = useAppActor('changeQueue')
  const isPageShown = useIsPageShown()
  return (
    <>
      {editing && isPageShown ? <DevicePreviewMenu /> : null}
      {editing && selectionRef && draftsListRef ? (
        <>
          <ColleaguesMenu editModeRef={editModeRef} selectionRef={selectionRef} />
          <DraftsMenu {...{ editModeRef, selectionRef, draftsListRef }} />
        </>
      ) : null}
      {unsavedListRef && selectionRef ? (
        <SaveStatus {...{ selectionRef, changeQueueRef, unsavedListRef }} />
      ) : null}
    </>
  )
}

/** Enters and leaves edit mode: one button with two labels, so that focus survives the switch. It waits for a slow page. */
function EditButton({ editModeRef, editing }: { editModeRef: EditModeRef; editing: boolean }) {
  const enhancementsRef = useSelector(useAppActor('deferred'), selectEnhancementsRef)
  const progressRef = useSelector(enhancementsRef, (snapshot) => snapshot?.children.progress)
  const loading = useSelector(progressRef, (snapshot) => !!snapshot && isVisible(snapshot))
  const acting = useSelector(useSelector(editModeRef, selectPendingActionRef), isBusy)
  const busy = acting || (loading && !editing)
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
  const refusal = useSelector(editModeRef, historyRefusalOf)
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

function EditorSiteMenu() {
  const { editModeRef, draftsListRef } = useEditMode()
  const user = useSelector(useAppActor('auth'), selectUser)
  const { siteName } = useSiteConfig()
  const shortcutListRef = useAppActor('shortcutList')
  const searchDialogRef = useAppActor('searchDialog')
  const problemReportRef = useAppActor('problemReport')
  const machineDockRef = useAppActor('machineDock')
  const report = () => problemReportRef.send({ type: 'report.requested' })
  const { triggerRef, openDialog, openList } = useOpenFromMenu()
  const search = () => searchDialogRef.send({ type: 'search.requested' })
  return (
    <Menu label="Site menu" trigger={<Icon name="menu" />} triggerProps={{ ref: triggerRef }}>
      <MenuLabel>
        <strong className={styles.siteName}>{siteName}</strong>
        {user ? <div>Signed in as {user.username}</div> : null}
      </MenuLabel>
      <MenuItem keys={shortcuts.search.keys} onSelect={() => openDialog(search)}>
        Search…
      </MenuItem>
      {draftsListRef ? (
        <MenuItem onSelect={() => openList(draftsListRef)}>Review changes…</MenuItem>
      ) : null}
      <ScreenLinks user={user} editModeRef={editModeRef} />
      <MenuItem onSelect={() => openList(shortcutListRef)}>Keyboard shortcuts</MenuItem>
      <MenuItem onSelect={() => openDialog(report)}>Report a problem…</MenuItem>
      <MenuItem onSelect={() => machineDockRef.send({ type: 'watch.requested' })}>
        Watch the machines
      </MenuItem>
      <MenuItem onSelect={useSignOut()}>Sign out</MenuItem>
    </Menu>
  )
}

interface ScreenLinksProps {
  user: User | null
  editModeRef: EditModeRef
}

/** Leads to the screens of the admin area. */
function ScreenLinks({ user, editModeRef }: ScreenLinksProps) {
  const open = useOpenScreen(editModeRef)
  const links = [
    ...adminSections(user),
    ...(user ? [{ href: accountPath(user['@id']), label: 'My account' }] : []),
    { href: aboutPath, label: 'About Troupe' },
  ]
  return links.map(({ href, label }) => (
    <MenuLink key={href} href={href} onClick={open(href)}>
      {href === settingsPath ? 'Site settings' : label}
    </MenuLink>
  ))
}
