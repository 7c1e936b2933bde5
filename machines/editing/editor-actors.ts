/**
 * The actors of the editor, in the order in which they start once an administrator has signed in. They are loaded with
 * its code. A machine that is added here is started, and found by `useAppActor`.
 */
import { itemDialogMachine } from '../admin/item-dialog.ts'
import { machineDockMachine } from '../admin/machine-dock.ts'
import { problemReportMachine } from '../admin/problem-report.ts'
import { searchDialogMachine } from '../admin/search-dialog.ts'
import { uploadQueueMachine } from '../admin/upload-queue.ts'
import { announcerMachine } from '../app/announcer.ts'
import { dialogsMachine } from '../app/dialogs.ts'
import { notificationsMachine } from '../app/notifications.ts'
import { pastNotificationsMachine } from '../app/past-notifications.ts'
import { writeTrackerMachine } from '../app/write-tracker.ts'
import { screenRenewalMachine } from '../session/screen-renewal.ts'
import { sessionRenewalMachine } from '../session/session-renewal.ts'
import { changeQueueMachine } from './changes/change-queue.ts'
import { historyMemoryMachine } from './changes/history-memory.ts'
import { recentKindsMachine } from './changes/recent-kinds.ts'
import { devicePreviewMachine } from './device-preview.ts'
import { editModeMachine } from './edit-mode.ts'
import { navigationGuardMachine } from './navigation-guard.ts'
import { outlineMachine } from './outline.ts'
import { panelSizeMachine } from './panel-size.ts'
import { shortcutListMachine } from './shortcut-list.ts'
import { richTextMachine } from './rich-text/rich-text.ts'
import { toolPreloadMachine } from './tool-preload.ts'

export const editorActors = {
  dialogs: dialogsMachine,
  notifications: notificationsMachine,
  pastNotifications: pastNotificationsMachine,
  announcer: announcerMachine,
  richText: richTextMachine,
  toolPreload: toolPreloadMachine,
  shortcutList: shortcutListMachine,
  searchDialog: searchDialogMachine,
  itemDialog: itemDialogMachine,
  writeTracker: writeTrackerMachine,
  navigationGuard: navigationGuardMachine,
  sessionRenewal: sessionRenewalMachine,
  screenRenewal: screenRenewalMachine,
  changeQueue: changeQueueMachine,
  historyMemory: historyMemoryMachine,
  outline: outlineMachine,
  panelSize: panelSizeMachine,
  recentKinds: recentKindsMachine,
  devicePreview: devicePreviewMachine,
  uploadQueue: uploadQueueMachine,
  problemReport: problemReportMachine,
  machineDock: machineDockMachine,
  editMode: editModeMachine,
}
