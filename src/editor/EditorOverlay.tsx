import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { selectEnhancementsRef, selectLiveUpdatesRef } from '#machines/app/deferred.ts'
import { isChoosing } from '#machines/editing/changes/add-resource.ts'
import type { DragRef } from '#machines/editing/drag.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { PendingEditsRef } from '#machines/editing/changes/pending-edits.ts'
import type { HoverRef } from '#machines/editing/selection/hover.ts'
import type { LinkPreviewRef } from '#machines/editing/selection/link-preview.ts'
import type { PageInputRef } from '#machines/editing/page-input.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { hasUpdates } from '#machines/live/live-updates.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { NetworkStatus } from '#src/views/chrome/NetworkStatus.tsx'
import { ColleagueHighlights } from './colleagues/ColleagueHighlights.tsx'
import { LazyDraftsDialog } from './drafts/LazyDraftsDialog.tsx'
import { AddComponentDialog } from './dialogs/AddComponentDialog.tsx'
import { Announcer } from './feedback/Announcer.tsx'
import { ConfirmDialog } from './dialogs/ConfirmDialog.tsx'
import { LazyUnsavedDialog } from './unsaved/LazyUnsavedDialog.tsx'
import { ProblemReportDialog } from './dialogs/ProblemReportDialog.tsx'
import { ShortcutsDialog } from './dialogs/ShortcutsDialog.tsx'
import { SignInAgainDialog } from './dialogs/SignInAgainDialog.tsx'
import { SaveErrors } from './feedback/SaveErrors.tsx'
import { SignedOutNotice } from './feedback/SignedOutNotice.tsx'
import { LazyPastNotifications } from './feedback/LazyPastNotifications.tsx'
import { NotAdded } from './feedback/NotAdded.tsx'
import { ToolErrorBoundary } from './feedback/ToolErrorBoundary.tsx'
import { Notifications } from './feedback/Notifications.tsx'
import { MultipleSelection } from './panel/MultipleSelection.tsx'
import { ResourceManager } from './panel/ResourceManager.tsx'
import { HoverHighlight } from './page/HoverHighlight.tsx'
import { LazyDragHandle } from './moving/LazyDragHandle.tsx'
import { LinkPreview } from './page/LinkPreview.tsx'
import { SelectionHighlight } from './page/SelectionHighlight.tsx'
import type { EditorActorRefs } from './panel/editor-actor-refs.ts'
import { ShownSelection } from './ShownSelection.tsx'
import { ContextMenu } from './tools/ContextMenu.tsx'
import { InsertionLines } from './tools/InsertionLines.tsx'
import { SelectionToolbar } from './tools/SelectionToolbar.tsx'
import { addHoverListeners } from './listeners/hover-listeners.ts'
import { addPageListeners } from './listeners/page-listeners.ts'
import { useEditMode } from './hooks/use-edit-mode.ts'
import { useIsPageShown } from './hooks/use-is-page-shown.ts'
import { useMultipleSelectionOptions } from './hooks/use-multiple-selection.ts'
import { useChromeToggle } from './use-chrome-toggle.ts'

/** Renders everything drawn over the page: the highlights, the resource manager, dialogs and notifications. */
export function EditorOverlay() {
  const actors = useEditMode()
  const announcerRef = useAppActor('announcer')
  const isPageShown = useIsPageShown()
  useChromeToggle(actors.editModeRef)
  return (
    <>
      <ToolErrorBoundary>
        <Notices {...actors} />
      </ToolErrorBoundary>
      {isPageShown ? <PageTools {...actors} /> : null}
      <ToolErrorBoundary>
        <Dialogs {...actors} />
      </ToolErrorBoundary>
      <Announcer announcerRef={announcerRef} />
    </>
  )
}

/** Listens to what is done on the page while that is edited, and shows what is drawn over it. */
function PageTools({
  editModeRef,
  selectionRef,
  pageInputRef,
  hoverRef,
  linkPreviewRef,
  pendingEditsRef,
  dragRef,
  stagedRef,
}: ReturnType<typeof useEditMode>) {
  if (!selectionRef || !pageInputRef || !hoverRef || !linkPreviewRef || !pendingEditsRef)
    return null
  const edited = { editModeRef, selectionRef, pendingEditsRef }
  const pointed = { pageInputRef, hoverRef, linkPreviewRef }
  return (
    <>
      <PageListeners {...edited} {...pointed} />
      <ToolErrorBoundary>
        <PageHighlights {...edited} hoverRef={hoverRef} />
      </ToolErrorBoundary>
      <ToolErrorBoundary>
        <ShownSelection selectionRef={selectionRef}>
          <Tools {...edited} {...pointed} dragRef={dragRef} stagedRef={stagedRef} />
        </ShownSelection>
        <MultipleSelection {...edited} />
        <ContextMenu {...edited} pageInputRef={pageInputRef} />
      </ToolErrorBoundary>
      <span tabIndex={-1} data-editor-end="" />
    </>
  )
}

/** Shows what is not saved, whether there is a network, and the notifications below it. */
const Notices = ({
  pendingEditsRef,
  resumedAdditionRef,
  unsavedListRef,
}: ReturnType<typeof useEditMode>) => (
  <Notifications notificationsRef={useAppActor('notifications')} isBelowUpdate={useIsUpdateShown()}>
    <SignedOutNotice renewalRef={useAppActor('sessionRenewal')} />
    <SignedOutNotice renewalRef={useAppActor('screenRenewal')} />
    {pendingEditsRef && resumedAdditionRef && unsavedListRef ? (
      <SaveErrors {...{ pendingEditsRef, unsavedListRef }}>
        <NotAdded resumedAdditionRef={resumedAdditionRef} />
      </SaveErrors>
    ) : null}
    <NetworkNotice />
  </Notifications>
)

/** Returns whether the notice that the page has changed is shown. */
function useIsUpdateShown() {
  const liveUpdatesRef = useSelector(useAppActor('deferred'), selectLiveUpdatesRef)
  return useSelector(liveUpdatesRef, (snapshot) => snapshot !== undefined && hasUpdates(snapshot))
}

/** For an administrator it is among the notices that do not cover what is edited, and so not beside the page. */
function NetworkNotice() {
  const enhancementsRef = useSelector(useAppActor('deferred'), selectEnhancementsRef)
  const networkRef = useSelector(enhancementsRef, (snapshot) => snapshot?.children.network)
  return networkRef ? <NetworkStatus networkRef={networkRef} isSignedIn /> : null
}

/** Shows the dialogs. The last of those that are open covers the others. */
function Dialogs(actors: ReturnType<typeof useEditMode>) {
  const { editModeRef, selectionRef, draftsListRef, addRef } = actors
  const { unsavedListRef, pendingEditsRef, waitingActionsRef } = actors
  const recentKindsRef = useAppActor('recentKinds')
  const choosing = useSelector(addRef, (snapshot) => snapshot !== undefined && isChoosing(snapshot))
  return (
    <>
      {draftsListRef && selectionRef ? (
        <LazyDraftsDialog {...{ draftsListRef, editModeRef, selectionRef }} />
      ) : null}
      {unsavedListRef && pendingEditsRef && selectionRef && waitingActionsRef ? (
        <LazyUnsavedDialog
          {...{ unsavedListRef, pendingEditsRef, selectionRef, waitingActionsRef }}
        />
      ) : null}
      {addRef && choosing ? (
        <AddComponentDialog addRef={addRef} recentKindsRef={recentKindsRef} />
      ) : null}
      <ConfirmDialog dialogsRef={useAppActor('dialogs')} />
      <LazyPastNotifications pastNotificationsRef={useAppActor('pastNotifications')} />
      <ShortcutsDialog shortcutListRef={useAppActor('shortcutList')} />
      <ProblemReportDialog problemReportRef={useAppActor('problemReport')} />
      <SignInAgainDialog renewalRef={useAppActor('sessionRenewal')} />
      <SignInAgainDialog renewalRef={useAppActor('screenRenewal')} />
    </>
  )
}

interface HighlightsProps {
  selectionRef: SelectionRef
  hoverRef: HoverRef
  pendingEditsRef: PendingEditsRef
}

interface ToolsProps extends HighlightsProps, EditorActorRefs {
  linkPreviewRef: LinkPreviewRef
  dragRef: DragRef | undefined
}

/** Shows what is hovered, selected, and selected by others. */
const PageHighlights = ({ hoverRef, ...actors }: HighlightsProps) => (
  <>
    <ColleagueHighlights selectionRef={actors.selectionRef} />
    <HoverHighlight hoverRef={hoverRef} selectionRef={actors.selectionRef} />
    <SelectionHighlight {...actors} />
  </>
)

/** Shows what can be done with the selection: on the page lines, the offer to open a link, and tools, and beside it the panel. */
const Tools = ({ hoverRef, linkPreviewRef, dragRef, stagedRef, ...actors }: ToolsProps) => (
  <>
    <InsertionLines hoverRef={hoverRef} {...actors} />
    <LinkPreview linkPreviewRef={linkPreviewRef} {...actors} />
    <SelectionToolbar {...actors} />
    {dragRef ? <LazyDragHandle dragRef={dragRef} {...actors} /> : null}
    <ResourceManager stagedRef={stagedRef} {...actors} />
  </>
)

interface PageListenersProps {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  pageInputRef: PageInputRef
  hoverRef: HoverRef
  linkPreviewRef: LinkPreviewRef
}

function PageListeners(props: PageListenersProps) {
  const { editModeRef, selectionRef, pageInputRef, hoverRef, linkPreviewRef } = props
  const options = useMultipleSelectionOptions(editModeRef, selectionRef)
  const notificationsRef = useAppActor('notifications')
  useEffect(() => {
    const controller = new AbortController()
    addPageListeners(
      { ...options, pageInputRef, linkPreviewRef, notificationsRef },
      controller.signal,
    )
    addHoverListeners(hoverRef, selectionRef, controller.signal)
    return () => controller.abort()
  }, [options, selectionRef, pageInputRef, hoverRef, linkPreviewRef, notificationsRef])
  return null
}
