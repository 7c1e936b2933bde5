/** Provides the effects of the editor's machines. Loaded once the session is known to be an administrator's. */
import { fromCallback, fromPromise } from 'xstate'
import type { Change, Intent, SaveResult, Step } from '#content/change/types.ts'
import type { ResourceUpdates } from '#content/change/change-run.ts'
import { conflictKeysOf } from '#content/change/conflict-keys.ts'
import type { Iri } from '#content/model/iri.ts'
import { resolveSortValue } from '#content/change/sort-value.ts'
import { forcedLocation } from '#content/page/link-target.ts'
import { type Versioned, componentPositionsOf } from '#content/model/resource.ts'
import { addResourceMachine } from '#machines/editing/changes/add-resource.ts'
import type { EditorActors } from '#machines/app/app.ts'
import { areaSwitchMachine } from '#machines/editing/selection/area-switch.ts'
import { editorActors } from '#machines/editing/editor-actors.ts'
import { stagedResourceMachine } from '#machines/editing/changes/staged-resource.ts'
import { editingTabMachine } from '#machines/editing/editing-tab.ts'
import { editModeMachine } from '#machines/editing/edit-mode.ts'
import { shortcutListMachine } from '#machines/editing/shortcut-list.ts'
import {
  type SaveRefusalEvent,
  saveRefusalMachine,
} from '#machines/editing/changes/save-refusal.ts'
import { fieldMachine } from '#machines/editing/changes/field.ts'
import { navigationGuardMachine } from '#machines/editing/navigation-guard.ts'
import { outlineMachine } from '#machines/editing/outline.ts'
import { reorderMachine } from '#machines/editing/changes/reorder.ts'
import type { RequestTrackerRef } from '#machines/app/request-tracker.ts'
import { selectionMachine } from '#machines/editing/selection/selection.ts'
import { pendingActionMachine } from '#machines/editing/pending-action.ts'
import {
  type DeletionWatchEvent,
  pendingEditsMachine,
} from '#machines/editing/changes/pending-edits.ts'
import { pendingMovesMachine } from '#machines/editing/changes/pending-moves.ts'
import { linkPreviewMachine } from '#machines/editing/selection/link-preview.ts'
import type { NavigationRef } from '#machines/page/navigation.ts'
import { changeRunMachine } from '#machines/editing/changes/change-run.ts'
import { type ChangeQueueRef, changeQueueMachine } from '#machines/editing/changes/change-queue.ts'
import { areCharacterKeysEnabled, saveCharacterKeys } from '../browser/character-keys.ts'
import { editingFlag, outlineFlag } from '../browser/tab-flags.ts'
import { log } from '../browser/logger.ts'
import { editingAccount, renewSession, withSession } from './session-effects.ts'
import { sessionRenewal } from './session-renewal-effects.ts'
import { openTab } from '../browser/open-tab.ts'
import { confirm, currentPagePath } from './shared.ts'
import { prepareChange } from '../services/prepare-change.ts'
import { nullIfMissing } from '../services/prepare-update.ts'
import { readFileAsDataUri } from '#src/api/files.ts'
import { repeatUntilPathStable, refetch } from '../services/refetch.ts'
import { createDeletionWatch } from '../services/watch-deletions.ts'
import { type ActorSystem, servicesOf } from '../services/services.ts'

interface ChangeEffect {
  system: ActorSystem
  self: { sessionId: string }
  input: Intent
  signal: AbortSignal
}

/** Adds a change to the change queue and settles with its outcome. */
const requestChange = ({ system, self, input: intent, signal }: ChangeEffect) =>
  new Promise<SaveResult>((resolve, reject) => {
    const changeQueueRef: ChangeQueueRef = system.get('changeQueue')
    const id = self.sessionId
    const subscriptions = [
      changeQueueRef.on('change.saved', (event) => {
        if (event.id === id) settle(() => resolve(event.saved))
      }),
      changeQueueRef.on('change.failed', (event) => {
        if (event.id === id) settle(() => reject(event.failure))
      }),
    ]
    const settle = (finish: () => void) => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      finish()
    }
    // Stopping this effect only unsubscribes; the change stays in the queue.
    signal.addEventListener('abort', () => settle(() => {}))
    const conflictKeys = conflictKeysOf(intent, servicesOf(system).cache.read)
    changeQueueRef.send({ type: 'change.requested', id, intent, conflictKeys })
  })

const saveChange = fromPromise<SaveResult, Intent>(requestChange)

/** Saves a new resource. Its position is selected with it, so the response has to name one. */
const saveNewResource = fromPromise<SaveResult, Intent>(async (effect) => {
  const saved = await requestChange(effect)
  if (componentPositionsOf(saved.resource).length === 0)
    log('Position resource being added not found')
  return saved
})

const readOrNull = (system: ActorSystem, signal: AbortSignal) => (request: string) =>
  nullIfMissing(
    withSession(system, () =>
      servicesOf(system).readResource(request, { path: currentPagePath(system), signal }),
    ),
    { isVisitor: false },
  )

const changeRun = changeRunMachine.provide({
  actors: {
    prepareChange: fromPromise<Change, { id: string; intent: Intent }>(
      ({ system, input, signal }) => {
        const { cache } = servicesOf(system)
        return prepareChange({
          ...input,
          cache,
          fetchResource: readOrNull(system, signal),
          fetchFile: readFileAsDataUri,
          now: Date.now,
        })
      },
    ),
    sendStep: fromPromise<Versioned | null, Step>(({ system, input }) => {
      const { cache, sendStep } = servicesOf(system)
      return withSession(system, () =>
        sendStep(resolveSortValue(input, cache.read), {
          path: currentPagePath(system),
          account: editingAccount(system)['@id'],
        }),
      )
    }),
    renewSession,
    refetch: fromPromise<ResourceUpdates, { requests: string[] }>(({ system, input, signal }) =>
      repeatUntilPathStable(
        () => currentPagePath(system),
        () =>
          refetch({
            ...input,
            read: servicesOf(system).cache.read,
            fetchResource: readOrNull(system, signal),
          }),
      ),
    ),
    holdLiveUpdates: fromCallback(({ system, self: { sessionId: id } }) => {
      const requestTrackerRef: RequestTrackerRef = system.get('requestTracker')
      requestTrackerRef.send({ type: 'request.started', id })
      return () => requestTrackerRef.send({ type: 'request.finished', id })
    }),
  },
  actions: {
    updateCache: ({ system }, { items, removed }) => {
      const { cache } = servicesOf(system)
      cache.remove(removed)
      cache.save(items)
    },
  },
})

const watchResource = fromCallback<SaveRefusalEvent, { iri: Iri }>(
  ({ system, input, sendBack }) => {
    const subscription = servicesOf(system)
      .cache.entry(input.iri)
      .subscribe(({ resource }) => {
        if (resource) sendBack({ type: 'resource.updated', resource } satisfies SaveRefusalEvent)
      })
    return () => subscription.unsubscribe()
  },
)

const pendingEdits = pendingEditsMachine.provide({
  actors: {
    field: fieldMachine.provide({
      actors: {
        saveChange,
        saveRefusal: saveRefusalMachine.provide({ actors: { watchResource } }),
      },
    }),
    pendingMoves: pendingMovesMachine.provide({
      actors: { reorder: reorderMachine.provide({ actors: { saveChange } }) },
    }),
    watchDeletions: fromCallback<DeletionWatchEvent, undefined>(({ system, sendBack, receive }) => {
      const { watch, report } = createDeletionWatch(servicesOf(system).cache, (deleted) =>
        sendBack({ type: 'deletion.detected', ...deleted } satisfies DeletionWatchEvent),
      )
      receive((event) => {
        if (event.type === 'edits.changed') watch(event.iris)
        if (event.type === 'resource.removed') report(event.iri)
      })
      return () => watch([])
    }),
  },
})

export const editor: EditorActors = {
  ...editorActors,
  shortcutList: shortcutListMachine.provide({
    actors: {
      areCharacterKeysEnabled: fromPromise<boolean, undefined>(async () =>
        areCharacterKeysEnabled(),
      ),
    },
    actions: { saveCharacterKeys: (_, choice) => saveCharacterKeys(choice) },
  }),
  navigationGuard: navigationGuardMachine.provide({
    actors: { confirm },
    actions: {
      restoreLocation: ({ system }, { delta }) => servicesOf(system).history.restore(delta),
    },
  }),
  sessionRenewal,
  changeQueue: changeQueueMachine.provide({ actors: { changeRun } }),
  outline: outlineMachine.provide({
    actors: {
      wasOutlineOpen: fromPromise<boolean, undefined>(async () => outlineFlag.isSet()),
      rememberOutline: fromCallback(() => {
        outlineFlag.set()
        return outlineFlag.clear
      }),
    },
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
      linkPreview: linkPreviewMachine.provide({
        actions: { openTab: (_, { href }) => openTab(href) },
      }),
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
      editingTab: editingTabMachine.provide({
        actors: {
          wasEditing: fromPromise<boolean, undefined>(async () => editingFlag.isSet()),
          // Runs also when the session ends, which stops the editor, but not when the document is unloaded.
          rememberEditing: fromCallback(() => {
            editingFlag.set()
            return editingFlag.clear
          }),
        },
      }),
    },
  }),
}
