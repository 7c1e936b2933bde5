/** Provides the effects of the editor's machines. Loaded once the session is known to be an administrator's. */
import { fromCallback, fromPromise } from 'xstate'
import {
  type DevicePreview,
  parsePreview,
  previewText,
} from '#content/page/geometry/device-preview.ts'
import type { PanelSize } from '#content/page/geometry/panel-size.ts'
import { forcedLocation } from '#content/links/link-target.ts'
import type { EditorActors } from '#machines/app/app.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import {
  type NotificationRecorded,
  pastNotificationsMachine,
} from '#machines/app/past-notifications.ts'
import { addResourceMachine } from '#machines/editing/changes/add-resource.ts'
import { recentKindsMachine } from '#machines/editing/changes/recent-kinds.ts'
import { stagedResourceMachine } from '#machines/editing/changes/staged-resource.ts'
import { devicePreviewMachine } from '#machines/editing/device-preview.ts'
import { dragMachine } from '#machines/editing/drag.ts'
import { editModeMachine } from '#machines/editing/edit-mode.ts'
import { editorActors } from '#machines/editing/editor-actors.ts'
import { navigationGuardMachine } from '#machines/editing/navigation-guard.ts'
import { outlineMachine } from '#machines/editing/outline.ts'
import { panelSizeMachine } from '#machines/editing/panel-size.ts'
import { pendingActionMachine } from '#machines/editing/pending-action.ts'
import { areaSwitchMachine } from '#machines/editing/selection/area-switch.ts'
import { linkPreviewMachine } from '#machines/editing/selection/link-preview.ts'
import { selectionMachine } from '#machines/editing/selection/selection.ts'
import { shortcutListMachine } from '#machines/editing/shortcut-list.ts'
import { richTextMachine } from '#machines/editing/rich-text/rich-text.ts'
import { toolPreloadMachine } from '#machines/editing/tool-preload.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { loadTools } from '#src/editor/load-tools.ts'
import { areCharacterKeysEnabled, saveCharacterKeys } from '../../browser/character-keys.ts'
import { log } from '../../browser/logger.ts'
import { readPanelSize, savePanelSize } from '../../browser/panel-size.ts'
import { openTab } from '../../browser/open-tab.ts'
import { readRecentKinds, saveRecentKinds } from '../../browser/recent-kinds.ts'
import { devicePreviewText, outlineFlag } from '../../browser/tab-storage.ts'
import { whenIdle } from '../../lazy/lazy-modules.ts'
import { loadRichText } from '../../lazy/load-rich-text.ts'
import { servicesOf } from '../../services/services.ts'
import { machineDock } from '../admin/machine-dock-effects.ts'
import { problemReport } from '../admin/problem-report-effects.ts'
import { uploadQueue } from '../admin/upload-queue-effects.ts'
import { changeQueue } from './change-queue-effects.ts'
import { editModeMemory } from './edit-mode-memory-effects.ts'
import { draftsList } from './drafts-list-effects.ts'
import { clipboard } from './clipboard-effects.ts'
import { historyMemory } from './history-memory-effects.ts'
import { pendingEdits } from './pending-edits-effects.ts'
import { resumedAddition } from './resumed-addition-effects.ts'
import { presence } from './presence-effects.ts'
import { unsavedList } from './save-status-effects.ts'
import { waitingActions } from './waiting-actions-effects.ts'
import { saveChange, saveNewResource } from './save-change-effects.ts'
import { screenRenewal } from '../screen-renewal-effects.ts'
import { sessionRenewal } from '../session-renewal-effects.ts'
import { confirm } from '../shared.ts'
import { writeTracker } from '../write-tracker-effects.ts'

/** Loads what cleans the HTML of answers, with which the first save would have to wait otherwise. */
const loadSanitizers = () => [
  import('../../services/sanitize-resource.ts'),
  import('../../browser/sanitize-html.ts'),
]

export const editor: EditorActors = {
  ...editorActors,
  pastNotifications: pastNotificationsMachine.provide({
    actors: {
      watchNotifications: fromCallback<NotificationRecorded, undefined>(({ system, sendBack }) => {
        const notificationsRef: NotificationsRef = system.get('notifications')
        const subscription = notificationsRef.on('notification.shown', ({ notification }) =>
          sendBack({ type: 'notification.recorded', at: Date.now(), notification }),
        )
        return () => subscription.unsubscribe()
      }),
    },
  }),
  shortcutList: shortcutListMachine.provide({
    actors: {
      areCharacterKeysEnabled: fromPromise<boolean, undefined>(async () =>
        areCharacterKeysEnabled(),
      ),
    },
    actions: { saveCharacterKeys: (_, choice) => saveCharacterKeys(choice) },
  }),
  richText: richTextMachine.provide({
    actors: {
      waitForIdle: fromPromise<void, undefined>(whenIdle),
      loadRichText: fromPromise<unknown, undefined>(loadRichText),
    },
  }),
  toolPreload: toolPreloadMachine.provide({
    actors: {
      waitForIdle: fromPromise<void, undefined>(whenIdle),
      loadTools: fromPromise<unknown, undefined>(() =>
        Promise.all([loadTools(), ...loadSanitizers()]),
      ),
    },
  }),
  navigationGuard: navigationGuardMachine.provide({
    actors: { confirm },
    actions: {
      restoreLocation: ({ system }, { delta }) => servicesOf(system).history.restore(delta),
    },
  }),
  writeTracker,
  sessionRenewal,
  screenRenewal,
  uploadQueue,
  problemReport,
  machineDock,
  changeQueue,
  historyMemory,
  outline: outlineMachine.provide({
    actors: {
      wasOutlineOpen: fromPromise<boolean, undefined>(async () => outlineFlag.isSet()),
      rememberOutline: fromCallback(() => {
        outlineFlag.set()
        return outlineFlag.clear
      }),
    },
  }),
  panelSize: panelSizeMachine.provide({
    actors: { readPanelSize: fromPromise<PanelSize, undefined>(async () => readPanelSize()) },
    actions: { savePanelSize: (_, size) => savePanelSize(size) },
  }),
  recentKinds: recentKindsMachine.provide({
    actors: { readRecentKinds: fromPromise<string[], undefined>(async () => readRecentKinds()) },
    actions: { saveRecentKinds: (_, { kinds }) => saveRecentKinds(kinds) },
  }),
  devicePreview: devicePreviewMachine.provide({
    actors: {
      readDevicePreview: fromPromise<DevicePreview, undefined>(async () =>
        parsePreview(devicePreviewText.read()),
      ),
    },
    actions: { saveDevicePreview: (_, preview) => devicePreviewText.save(previewText(preview)) },
  }),
  editMode: editModeMachine.provide({
    actors: {
      pendingAction: pendingActionMachine.provide({
        actors: { saveChange },
        actions: {
          openPage: ({ system }, { href }) => {
            const navigationRef: NavigationRef = system.get('navigation')
            const to = forcedLocation(href)
            navigationRef.send({ type: 'navigation.requested', to, source: 'link' })
          },
        },
      }),
      confirm,
      draftsList,
      clipboard,
      presence,
      linkPreview: linkPreviewMachine.provide({
        actions: { openTab: (_, { href }) => openTab(href) },
      }),
      drag: dragMachine.provide({ actors: { confirm } }),
      pendingEdits,
      selection: selectionMachine.provide({
        actors: { areaSwitch: areaSwitchMachine.provide({ actors: { confirm } }) },
        actions: { logIndexOutOfRange: () => log('Cannot select stack index out of range') },
      }),
      addResource: addResourceMachine.provide({
        actors: {
          stagedResource: stagedResourceMachine.provide({
            actors: { confirm, saveChange: saveNewResource },
          }),
          saveChange: saveNewResource,
        },
      }),
      editModeMemory,
      resumedAddition,
      unsavedList,
      waitingActions,
    },
  }),
}
