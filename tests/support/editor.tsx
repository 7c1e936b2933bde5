/** Renders the app in edit mode with editor effects that the test controls. */
import { fireEvent, screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { type AnyActorRef, fromCallback } from 'xstate'
import type { Change, Intent, SaveResult, Step } from '#content/change/types.ts'
import type { RememberedAddition } from '#content/change/remembered-addition.ts'
import type { ChangeJob, ResourceUpdates, StepResponse } from '#content/change/change-run.ts'
import type { RefetchInput } from '#content/change/change-refetch.ts'
import type { ChangeOutcome } from '#content/change/change-outcome.ts'
import { type IdentityMap, emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import { forcedLocation } from '#content/links/link-target.ts'
import type { DevicePreview } from '#content/page/geometry/device-preview.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { Failure } from '#content/model/failure.ts'
import type { Component, Resource, User } from '#content/model/resource.ts'
import type { RenewalOutcome, RenewalProof, SessionCheck } from '#content/model/session.ts'
import { announcerMachine } from '#machines/app/announcer.ts'
import { uploadMachine } from '#machines/admin/upload.ts'
import { dialogsMachine } from '#machines/app/dialogs.ts'
import { notificationsMachine } from '#machines/app/notifications.ts'
import { addResourceMachine } from '#machines/editing/changes/add-resource.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { type WriteTrackerEvent, writeTrackerMachine } from '#machines/app/write-tracker.ts'
import { areaSwitchMachine } from '#machines/editing/selection/area-switch.ts'
import type { LocatedAddition } from '#machines/editing/changes/resumed-addition.ts'
import { stagedResourceMachine } from '#machines/editing/changes/staged-resource.ts'
import type { RememberedWork } from '#machines/editing/edit-mode-memory.ts'
import { dragMachine } from '#machines/editing/drag.ts'
import { editModeMachine } from '#machines/editing/edit-mode.ts'
import { linkPreviewMachine } from '#machines/editing/selection/link-preview.ts'
import {
  type SaveRefusalEvent,
  saveRefusalMachine,
} from '#machines/editing/changes/save-refusal.ts'
import { fieldMachine } from '#machines/editing/changes/field.ts'
import type { RememberedHistory } from '#content/change/undo/remembered-history.ts'
import type { UndoHistory } from '#content/change/undo/undo-history.ts'
import { historyMemoryMachine } from '#machines/editing/changes/history-memory.ts'
import { navigationGuardMachine } from '#machines/editing/navigation-guard.ts'
import { outlineMachine } from '#machines/editing/outline.ts'
import { reorderMachine } from '#machines/editing/changes/reorder.ts'
import { richTextMachine } from '#machines/editing/rich-text/rich-text.ts'
import { toolPreloadMachine } from '#machines/editing/tool-preload.ts'
import { transferMachine } from '#machines/editing/changes/transfer.ts'
import { selectionMachine } from '#machines/editing/selection/selection.ts'
import type { Presence, Whereabouts } from '#content/presence/presence.ts'
import type { TabEvent } from '#machines/live/presence.ts'
import type { ClipboardDocument } from '#content/clipboard/clipboard-document.ts'
import type { ActionsRead } from '#machines/editing/waiting-actions.ts'
import { pendingActionMachine } from '#machines/editing/pending-action.ts'
import { pendingEditsMachine } from '#machines/editing/changes/pending-edits.ts'
import type { DeletionWatchEvent } from '#machines/editing/changes/pending-edits-events.ts'
import { pendingMovesMachine } from '#machines/editing/changes/pending-moves.ts'
import type { SettledEdits, UnsavedEdits } from '#machines/editing/changes/wait-until-idle.ts'
import { changeRunMachine } from '#machines/editing/changes/change-run.ts'
import {
  type SessionRenewalEvent,
  sessionRenewalMachine,
} from '#machines/session/session-renewal.ts'
import { pendingEdits } from '#src/app/effects/editing/pending-edits-effects.ts'
import { unsavedList, warnBeforeUnload } from '#src/app/effects/editing/save-status-effects.ts'
import { clipboard } from '#src/app/effects/editing/clipboard-effects.ts'
import { waitingActions } from '#src/app/effects/editing/waiting-actions-effects.ts'
import { presence } from '#src/app/effects/editing/presence-effects.ts'
import { copyAndNotify } from '#src/app/effects/editing/copy-effects.ts'
import { editModeMemory } from '#src/app/effects/editing/edit-mode-memory-effects.ts'
import { draftsList } from '#src/app/effects/editing/drafts-list-effects.ts'
import { resumedAddition } from '#src/app/effects/editing/resumed-addition-effects.ts'
import { notifyOfOtherPage } from '#src/app/effects/editing/other-page-effects.ts'
import { renewSession } from '#src/app/effects/session-effects.ts'
import { changeQueueMachine } from '#machines/editing/changes/change-queue.ts'
import { confirm } from '#src/app/effects/shared.ts'
import { bindServices, createServices } from '#src/app/services/services.ts'
import { loadEditor } from '#src/app/lazy/load-editor.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import type { ResourceCache } from '#src/resources/resource-cache.ts'
import { createSiteRegistry } from './ui/site-registry.ts'
import { type OpenAppOptions, openApp, receiveFromHub } from './app.tsx'
import { component, pagePayload } from './content/page-payload.ts'
import { admin } from './content/sample-resources.ts'
import {
  controlledPromise,
  controlledCallback,
  resolvedEffect,
} from '#charts/paths/controlled-effects.ts'
import type { Path } from '#charts/paths/paths.ts'
import { controlledSending } from './machines/upload-queue-paths.ts'
import { loadedRichText, uploadQueue } from './rich-text.tsx'
import { createSilentHistory } from './silent-history.ts'

export const sampleTitle = component('Title', 'one', { title: 'Curtain' })

/** A draft of a live component. */
export const sampleDraft: Component = {
  ...component('Title', 'three-draft', { title: 'Coda, rewritten', publishedAt: null }),
  componentPositions: [],
  publishedResource: '/component/Title/three',
  _metadata: { persisted: true, publishable: { published: false } },
}

/** Selects the title and the text together. */
export const selectTitleAndText = async ({ user }: OpenEditor) => {
  await user.click(title())
  await user.keyboard('{Shift>}')
  await user.click(bodyText())
  await user.keyboard('{/Shift}')
}

/** The positions of the title and the text. */
export const titleAndTextPositions = [
  '/_/component_positions/one',
  '/_/component_positions/two',
] as const

export const sampleGroup = '/_/component_groups/_'

const layoutGroup: Resource = {
  '@id': '/_/component_groups/top',
  '@type': 'ComponentGroup',
  reference: 'top_/_/layouts/main',
  location: '/_/layouts/main',
  componentPositions: ['/_/component_positions/link'],
  allowedComponents: ['/component/navigation_links'],
  _metadata: { persisted: true },
}

const linkPosition: Resource = {
  '@id': '/_/component_positions/link',
  '@type': 'ComponentPosition',
  componentGroup: layoutGroup['@id'],
  component: '/component/NavigationLink/link',
  sortValue: 0,
  _metadata: { persisted: true },
}

/** Returns a page with a title, a text and a title with a draft; its layout has a link. */
export const samplePage = (title: Component = sampleTitle): PagePayload => {
  const payload = pagePayload([
    title,
    component('HtmlContent', 'two', { html: '<p>Words</p>' }),
    component('Title', 'three', { title: 'Coda', draftResource: sampleDraft['@id'] }),
  ])
  const link = component('NavigationLink', 'link', { label: 'Elsewhere', url: '/elsewhere' })
  return {
    ...payload,
    entries: [
      ...payload.entries.map(({ resource }) => ({
        resource:
          resource['@type'] === 'Layout'
            ? { ...resource, componentGroups: [layoutGroup['@id']] }
            : resource,
      })),
      ...[sampleDraft, layoutGroup, linkPosition, link].map((resource) => ({ resource })),
    ],
  }
}

/** The group at the foot of the layout, which takes links, too. */
export const footerGroup = '/_/component_groups/bottom'

const footer: Resource = {
  ...layoutGroup,
  '@id': footerGroup,
  reference: 'bottom_/_/layouts/main',
  componentPositions: [],
  allowedComponents: ['/component/NavigationLink'],
}

const withFooterGroup = (layout: Resource): Resource => ({
  ...layout,
  componentGroups: [layoutGroup['@id'], footerGroup],
})

/** Adds an empty group to the foot of the layout. */
export const addFooter = ({ cache, happen }: OpenEditor) =>
  happen(() => {
    const layout = cache.read('/_/layouts/main')!
    cache.save([{ resource: withFooterGroup(layout) }, { resource: footer }])
  })

/** Returns the same page whose layout has the group at its foot. */
export const samplePageWithFooter = (): PagePayload => {
  const payload = samplePage()
  const entries = payload.entries.map(({ resource }) => ({
    resource: resource['@type'] === 'Layout' ? withFooterGroup(resource) : resource,
  }))
  return { ...payload, entries: [...entries, { resource: footer }] }
}

// Loads the views of the editor and its machines, most of which get controlled effects below.
const registry = createSiteRegistry()
const realEditor = await loadEditor(registry)

/** Answers on how many pages something is shown. */
type ReadPageCount = (iri: string) => Promise<number>

interface Answers {
  /** The requests of resources. */
  resources?: Partial<ContentApi['resources']> | undefined
  readPageCount?: ReadPageCount | undefined
  /** The client of the API, which answers where other editors are. */
  client?: Pick<ContentApi['client'], 'get' | 'send'> | undefined
  /** False for an API that is not the embedded one. */
  isEmbedded?: boolean | undefined
}

/** The services of an editor whose requests the test answers: it only reads the cache. */
const servicesFor = (
  cache: ResourceCache,
  { readPageCount, resources, client, isEmbedded = true }: Answers,
) =>
  createServices({
    loadApi: () =>
      readPageCount || resources || client
        ? Promise.resolve({
            client,
            isEmbedded,
            readEntryPoint: async () => (await client?.get('/'))?.body,
            resources: { ...resources, pageCount: readPageCount },
          } as unknown as ContentApi)
        : Promise.reject(new Error('Nothing is requested.')),
    cache,
    registry,
    htmlFields: {},
    sanitizeHtml: (html) => html,
    history: createSilentHistory(),
    pageReady: () => new Promise(() => {}),
    loadDeferred: () => new Promise(() => {}),
    loadEditor: () => new Promise(() => {}),
  })

interface Options extends Answers, Pick<OpenAppOptions, 'history' | 'inspect' | 'layouts'> {
  /** Answers the confirmation before a navigation in place of the dialog. */
  answering?: ReturnType<typeof controlledPromise<boolean, ConfirmOptions>>
  payload?: PagePayload
  /** The storage of a tab whose document is loaded again. */
  storage?: Readonly<Record<string, string>>
  /** The path of the location; that of the page by default. */
  path?: string
  hub?: string
  /** Presses Edit before the test starts. */
  editing?: boolean
  /** Lets the test decide whether the tab was editing before its document was loaded, with the outline, a preview, a history and edits. Otherwise it was not. */
  controlsResumption?: boolean
  /** Lets the test decide when all pending edits are saved. */
  controlsIdle?: boolean
  /** Uses the real effects of the editor: changes are saved by the queue, and the dialogs ask. */
  savesByQueue?: boolean
  /** The same, and lets the test settle each change run as a whole, instead of each of its requests. */
  controlsChangeRuns?: boolean
  /** Lets the test decide whether the session is renewed for a refused change or list, in place of the dialog. */
  controlsRenewal?: boolean
  /** Lets the test decide when the code that formats texts is loaded. Otherwise it is there at once. */
  controlsRichText?: boolean
}

export const openEditor = async ({
  payload = samplePage(),
  path = payload.page!.path,
  hub,
  editing = true,
  controlsResumption = false,
  controlsIdle = false,
  controlsChangeRuns = false,
  controlsRenewal = false,
  savesByQueue = controlsChangeRuns,
  readPageCount,
  resources,
  client,
  isEmbedded,
  controlsRichText = false,
  storage = {},
  answering,
  ...options
}: Options = {}) => {
  // Each test is a new tab, unless one is restored.
  sessionStorage.clear()
  for (const [key, text] of Object.entries(storage)) sessionStorage.setItem(key, text)
  const app = openApp(path, {
    input: { user: admin, hub: hub ?? null },
    payload,
    editor: realEditor,
    ...options,
  })
  const answers = { readPageCount, resources, client, isEmbedded }
  bindServices(app.appRef.system, servicesFor(app.cache, answers))
  const sending = controlledSending()
  const upload = uploadMachine.provide({ actors: { sendFile: sending.logic } })
  const saveEffect = () => controlledPromise<SaveResult, Intent>()
  const confirmEffect = () => controlledPromise<boolean, ConfirmOptions>()
  const puppets = {
    field: saveEffect(),
    /** Sends the files of fields. */
    upload: sending,
    /** The edit that is given up in a conflict. */
    acceptance: saveEffect(),
    reorder: saveEffect(),
    transfer: saveEffect(),
    addResource: saveEffect(),
    stagedResource: { saveChange: saveEffect(), confirm: confirmEffect() },
    pendingAction: saveEffect(),
    /** The confirmation of a deletion. */
    deletion: confirmEffect(),
    areaSwitch: confirmEffect(),
    completeCopy: controlledPromise<void, { document: ClipboardDocument }>(),
    /** The confirmation of a move between the page and its layout. */
    drop: confirmEffect(),
    announcePresence: controlledPromise<Presence[] | null, Whereabouts>(),
    leaveOnStop: controlledCallback<TabEvent>(),
    wasEditing: controlledPromise<boolean, undefined>(),
    rememberEditing: controlledCallback(),
    readWork: controlledPromise<RememberedWork, undefined>(),
    locate: controlledPromise<LocatedAddition, { addition: RememberedAddition }>(),
    readActions: controlledPromise<ActionsRead, undefined>(),
    readHistory: controlledPromise<RememberedHistory | null, undefined>(),
    clearOnStop: controlledCallback(),
    wasOutlineOpen: controlledPromise<boolean, undefined>(),
    rememberOutline: controlledCallback(),
    readDevicePreview: controlledPromise<DevicePreview, undefined>(),
    watchDeletions: controlledCallback<DeletionWatchEvent>(),
    watchResource: controlledCallback<SaveRefusalEvent, { iri: string }>(),
    waitUntilIdle: controlledPromise<SettledEdits, UnsavedEdits>(),
    changeRun: controlledPromise<ChangeOutcome, { job: ChangeJob; identities: IdentityMap }>(),
    prepareChange: controlledPromise<Change, { id: string; intent: Intent }>(),
    sendStep: controlledPromise<StepResponse, Step>(),
    refetch: controlledPromise<ResourceUpdates, RefetchInput>(),
    renewSession: controlledPromise<RenewalOutcome, { isBackground: boolean }>(),
    readSession: controlledPromise<SessionCheck, undefined>(),
    signInAgain: controlledPromise<SessionCheck, { proof: RenewalProof }>(),
    watchWindow: controlledCallback<SessionRenewalEvent>(),
    watchFocus: controlledCallback<SessionRenewalEvent>(),
    watchWrites: controlledCallback<WriteTrackerEvent>(),
    waitForIdle: controlledPromise<void, undefined>(),
    loadRichText: controlledPromise<unknown, undefined>(),
    waitToLoadTools: controlledPromise<void, undefined>(),
    loadTools: controlledPromise<unknown, undefined>(),
  }
  const cacheUpdates: ResourceUpdates[] = []
  const tabs: string[] = []
  /** Each history that the tab was told to remember, in order; null where it was told to forget it. */
  const remembered: (RememberedHistory | null)[] = []
  const resumedActions = controlsResumption
    ? waitingActions.provide({ actors: { readActions: puppets.readActions.logic } })
    : waitingActions
  const editMode = editModeMachine.provide({
    actors: {
      selection: selectionMachine.provide({
        actors: {
          areaSwitch: areaSwitchMachine.provide({ actors: { confirm: puppets.areaSwitch.logic } }),
        },
        actions: { logIndexOutOfRange: () => {} },
      }),
      pendingEdits: pendingEditsMachine.provide({
        actors: {
          field: fieldMachine.provide({
            actors: {
              saveChange: puppets.field.logic,
              upload,
              saveRefusal: saveRefusalMachine.provide({
                actors: {
                  saveChange: puppets.acceptance.logic,
                  watchResource: puppets.watchResource.logic,
                },
                actions: { copyText: copyAndNotify },
              }),
            },
          }),
          pendingMoves: pendingMovesMachine.provide({
            actors: {
              reorder: reorderMachine.provide({ actors: { saveChange: puppets.reorder.logic } }),
              transfer: transferMachine.provide({ actors: { saveChange: puppets.transfer.logic } }),
            },
          }),
          watchDeletions: puppets.watchDeletions.logic,
          warnBeforeUnload,
          ...(controlsIdle && { waitUntilIdle: puppets.waitUntilIdle.logic }),
        },
      }),
      addResource: addResourceMachine.provide({
        actors: {
          saveChange: puppets.addResource.logic,
          stagedResource: stagedResourceMachine.provide({
            actors: {
              saveChange: puppets.stagedResource.saveChange.logic,
              confirm: puppets.stagedResource.confirm.logic,
            },
          }),
        },
      }),
      pendingAction: pendingActionMachine.provide({
        actors: {
          saveChange: puppets.pendingAction.logic,
        },
        actions: {
          openPage: ({ system }, { href }) =>
            system.get('navigation').send({
              type: 'navigation.requested',
              to: forcedLocation(href),
              source: 'link',
            }),
        },
      }),
      confirm: puppets.deletion.logic,
      clipboard: clipboard.provide({ actors: { completeCopy: puppets.completeCopy.logic } }),
      drag: dragMachine.provide({ actors: { confirm: puppets.drop.logic } }),
      presence: presence.provide({
        actors: {
          announcePresence: puppets.announcePresence.logic,
          leaveOnStop: puppets.leaveOnStop.logic,
        },
      }),
      editModeMemory: editModeMemory.provide({
        actors: {
          wasEditing: controlsResumption ? puppets.wasEditing.logic : resolvedEffect(false),
          rememberEditing: puppets.rememberEditing.logic,
          ...(controlsResumption && { readWork: puppets.readWork.logic }),
        },
      }),
      unsavedList,
      waitingActions: resumedActions,
      resumedAddition: controlsResumption
        ? resumedAddition.provide({ actors: { locate: puppets.locate.logic } })
        : resumedAddition,
      linkPreview: linkPreviewMachine.provide({
        actions: { openTab: (_, { href }) => void tabs.push(href) },
      }),
    },
  })
  const { field: savingField } = pendingEdits.implementations.actors as {
    field: typeof fieldMachine
  }
  const savingEditMode = realEditor.actors.editMode.provide({
    actors: {
      pendingEdits: pendingEdits.provide({
        actors: { field: savingField.provide({ actors: { upload } }) },
      }),
      waitingActions: resumedActions,
      ...(controlsRenewal && {
        draftsList: draftsList.provide({ actors: { renewSession: puppets.renewSession.logic } }),
      }),
    },
  })
  const navigationGuard = navigationGuardMachine.provide({
    actors: { confirm: answering?.logic ?? confirm },
    actions: {
      restoreLocation: (_, { delta }) => {
        app.address.push('restored')
        options.history?.restore(delta)
      },
    },
  })
  const changeRun = changeRunMachine.provide({
    actors: {
      prepareChange: puppets.prepareChange.logic,
      sendStep: puppets.sendStep.logic,
      refetch: puppets.refetch.logic,
      renewSession: controlsRenewal ? puppets.renewSession.logic : renewSession,
      holdLiveUpdates: controlledCallback().logic,
      showRecreated: fromCallback(() => {}),
    },
    actions: { notifyOfOtherPage, updateCache: (_, updates) => void cacheUpdates.push(updates) },
  })
  const richText = controlsRichText
    ? richTextMachine.provide({
        actors: {
          waitForIdle: puppets.waitForIdle.logic,
          loadRichText: puppets.loadRichText.logic,
        },
      })
    : loadedRichText
  const changeQueue = changeQueueMachine.provide({
    actors: {
      changeRun: controlsChangeRuns
        ? (puppets.changeRun.logic as unknown as typeof changeRun)
        : changeRun,
    },
  })
  await app.happen(() =>
    app.effects.loadEditor.settle({
      type: 'xstate.done.actor.loadEditor',
      output: {
        actors: {
          dialogs: dialogsMachine,
          notifications: notificationsMachine,
          announcer: announcerMachine,
          richText,
          toolPreload: toolPreloadMachine.provide({
            actors: {
              waitForIdle: puppets.waitToLoadTools.logic,
              loadTools: puppets.loadTools.logic,
            },
          }),
          shortcutList: realEditor.actors.shortcutList,
          searchDialog: realEditor.actors.searchDialog,
          itemDialog: realEditor.actors.itemDialog,
          problemReport: realEditor.actors.problemReport,
          machineDock: realEditor.actors.machineDock,
          writeTracker: writeTrackerMachine.provide({
            actors: { watchWrites: puppets.watchWrites.logic },
          }),
          pastNotifications: realEditor.actors.pastNotifications,
          navigationGuard,
          sessionRenewal: sessionRenewalMachine.provide({
            actors: {
              readSession: puppets.readSession.logic,
              signIn: puppets.signInAgain.logic,
              watchWindow: puppets.watchWindow.logic,
              watchFocus: puppets.watchFocus.logic,
            },
          }),
          screenRenewal: realEditor.actors.screenRenewal,
          changeQueue,
          historyMemory: historyMemoryMachine.provide({
            actors: {
              readHistory: controlsResumption
                ? puppets.readHistory.logic
                : resolvedEffect<RememberedHistory | null>(null),
              clearOnStop: puppets.clearOnStop.logic,
            },
            actions: {
              saveHistory: (_, { history, identities }) =>
                void remembered.push({ history, identities }),
              clearHistory: () => void remembered.push(null),
            },
          }),
          outline: outlineMachine.provide({
            actors: {
              wasOutlineOpen: controlsResumption
                ? puppets.wasOutlineOpen.logic
                : resolvedEffect(false),
              rememberOutline: puppets.rememberOutline.logic,
            },
          }),
          panelSize: realEditor.actors.panelSize,
          recentKinds: realEditor.actors.recentKinds,
          devicePreview: controlsResumption
            ? realEditor.actors.devicePreview.provide({
                actors: { readDevicePreview: puppets.readDevicePreview.logic },
              })
            : realEditor.actors.devicePreview,
          uploadQueue,
          editMode: savesByQueue ? savingEditMode : editMode,
        },
        views: realEditor.views,
      },
    }),
  )
  const { children } = app.appRef.getSnapshot()
  if (editing) await app.press('Edit')
  return {
    ...app,
    puppets,
    cacheUpdates,
    /** The addresses that were opened in tabs, in order. */
    tabs,
    remembered,
    editModeRef: children.editMode!,
    changeQueueRef: children.changeQueue!,
    sessionRenewalRef: children.sessionRenewal!,
  }
}

export type OpenEditor = Awaited<ReturnType<typeof openEditor>>

export const manager = () => screen.getByRole('region', { name: 'Resource manager' })
export const queryManager = () => screen.queryByRole('region', { name: 'Resource manager' })
export const tool = (name: string) => within(manager()).getByRole('button', { name })
export const title = (index = 0) =>
  screen.getAllByRole<HTMLElement>('textbox', { name: 'Title' })[index]!
/** The format buttons of the text that was focused last. */
export const formatBar = () => screen.getByRole('group', { name: 'Format' })
export const bodyText = () => screen.getByRole<HTMLElement>('textbox', { name: 'Body text' })
export const isUnavailable = (element: Element) => element.getAttribute('aria-disabled') === 'true'

/** The gesture behind each event type of the editor's machines. */
export type EditorGestures = Record<string, (editor: OpenEditor, event: never) => unknown>

/** Performs the gestures of a generated path and expects the actor to reach the state of the machine. */
export const walkEditor = async (
  editor: OpenEditor,
  ref: AnyActorRef,
  path: Path,
  gestures: EditorGestures,
) => {
  for (const event of path.events) {
    const gesture = gestures[event.type]
    if (!gesture) throw new Error(`There is no gesture for ${event.type}.`)
    await gesture(editor, event as never)
  }
  expect(ref.getSnapshot().value).toEqual(path.next.value)
}

/** The hub of the pages that are connected to one. */
export const hub = 'https://example.org/.well-known/mercure'

/** Opens the connection to the hub, so that failed saves are retried. */
export const reachServer = (editor: OpenEditor) =>
  receiveFromHub(editor, { type: 'connection.opened' })

/** Changes the first title and waits until the change is sent. */
export const changeTitle = async ({ wait }: OpenEditor, value: string) => {
  typeInto(title(), value)
  await wait(250)
}

export const draftOfTitle = '/component/Title/draft'

const failToSave = ({ happen, puppets }: OpenEditor) => {
  const error = new Failure('offline')
  return happen(() => puppets.field.settle({ type: 'xstate.error.actor.saveChange', error }))
}

/** Changes the title, which cannot be saved without a network. */
export const changeTitleOffline = async (editor: OpenEditor, value: string) => {
  await changeTitle(editor, value)
  await failToSave(editor)
}

/** Undoes an edit that could not be saved with the keys, which send it once more before, in vain. */
export const undoUnsaved = async (editor: OpenEditor) => {
  await editor.user.keyboard('{Control>}z{/Control}')
  await failToSave(editor)
}

/** Has it recorded that an edit is given up or undone. */
export const settleAcceptance = ({ happen, puppets }: OpenEditor) =>
  happen(() =>
    puppets.acceptance.settle({
      type: 'xstate.done.actor.saveChange',
      output: { resource: null },
    }),
  )

/** Saves the change of the live title, which creates a draft. */
export const saveAsDraft = async (editor: OpenEditor, value: string) => {
  const { '@id': from } = sampleTitle
  const draft: Component = {
    ...sampleTitle,
    '@id': draftOfTitle,
    title: value,
    publishedResource: from,
    _metadata: { persisted: true, publishable: { published: false } },
  }
  await editor.happen(() =>
    editor.cache.save([
      { resource: { ...sampleTitle, draftResource: draftOfTitle } },
      { resource: draft },
    ]),
  )
  await settleRun(editor, {
    result: { resource: draft },
    replacements: [{ from, to: draftOfTitle }],
  })
}

/** Selects the link of the layout. While the page is edited, its press only offers to edit the layout. */
export const selectMenuLink = async ({ user, press }: OpenEditor) => {
  await user.click(screen.getByText('Elsewhere'))
  if (screen.queryByRole('button', { name: 'Edit the layout' })) await press('Edit the layout')
}

/** Selects the link of the layout, and confirms that the layout is to be edited. */
export const selectLink = async (editor: OpenEditor) => {
  await selectMenuLink(editor)
  await editor.happen(() =>
    editor.puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }),
  )
}

/** Deletes the selected resource, after a confirmation. */
export const requestDeletion = async ({ press }: OpenEditor) => {
  await press('Delete')
  await press('Ok')
}

/** Reads the session, which somebody has, nobody, or another account. */
export const findSession = ({ happen, puppets }: OpenEditor, current: User | null) =>
  happen(() =>
    puppets.readSession.settle({
      type: 'xstate.done.actor.readSession',
      output: { account: admin, current },
    }),
  )

/** Leaves the texts of the page, without which the dialog that asks for the password does not open. */
export const leaveText = ({ happen, puppets }: OpenEditor) =>
  happen(() => puppets.watchFocus.send({ type: 'text.left' }))

/** Enters the password into the dialog that asks for it. */
export const enterPassword = async ({ user, press }: OpenEditor, password = 'secret') => {
  await user.type(screen.getByLabelText('Password'), password)
  await press('Sign in')
}

/** Signs in again, once it was found out that the session has ended. */
export const signInAgain = async (editor: OpenEditor) => {
  await findSession(editor, null)
  await leaveText(editor)
  await enterPassword(editor)
  await editor.happen(() =>
    editor.puppets.signInAgain.settle({
      type: 'xstate.done.actor.signIn',
      output: { account: admin, current: admin },
    }),
  )
}

/** Opens the list of drafts. */
export const openDrafts = async ({ user, press }: OpenEditor) => {
  // The code that the dialog loads when it opens may take longer than a query waits.
  await import('#src/editor/tools-bundle.ts')
  await press('1 draft on this page')
  await user.click(screen.getByRole('menuitem', { name: 'Review changes…' }))
  return screen.findByRole('dialog', { name: 'Changes' })
}

/** Puts a draft into the menu of the layout, in place of its link. */
export const changeLayout = ({ cache, happen }: OpenEditor) =>
  happen(() => {
    const link = component('NavigationLink', 'link', { label: 'Nowhere', publishedAt: null })
    cache.save([
      { resource: { ...link, _metadata: { persisted: true, publishable: { published: false } } } },
    ])
  })

/** Publishes the sample draft in the list of drafts. */
export const publishListed = async (editor: OpenEditor) => {
  const list = await openDrafts(editor)
  await editor.user.click(within(list).getByRole('button', { name: 'Publish' }))
}

/** The time of `scheduleDraft`. */
export const scheduledTime = '2126-05-01T12:00'

/** Has the sample draft published by itself at a time in the future. */
export const scheduleDraft = async ({ user, press }: OpenEditor, time = scheduledTime) => {
  await user.click(screen.getByText('Coda, rewritten'))
  await user.click(screen.getByRole('tab', { name: 'Publish' }))
  fireEvent.change(screen.getByLabelText('Publish at'), { target: { value: time } })
  await press('Schedule')
}

/** Returns the intents of the changes that the queue has prepared, in order. */
export const preparedIntents = ({ puppets }: OpenEditor) =>
  puppets.prepareChange.calls.map(({ input }) => input.intent)

/** Settles the change run that was started last. */
export const settleRun = ({ happen, puppets }: OpenEditor, output: Partial<ChangeOutcome>) =>
  happen(() =>
    puppets.changeRun.settle({
      type: 'xstate.done.actor.changeRun',
      output: { ...emptyOutput, ...output },
    }),
  )

const emptyOutput: ChangeOutcome = {
  change: null,
  identities: emptyIdentityMap,
  steps: [],
  result: { resource: null },
  replacements: [],
  hasEffect: true,
  changedByOthers: null,
  removed: [],
  failure: null,
}

/** Adds a title after the first one and fills nothing in. */
export const stageTitle = async ({ user, press }: OpenEditor) => {
  await user.click(title())
  await press('Add after')
  await user.click(screen.getByRole('option', { name: 'Title' }))
  await press('Insert')
}

/** Types into an editable text as a browser does: changes its content and then fires `input`. */
export const typeInto = (textEl: HTMLElement, text: string) => {
  textEl.textContent = text
  fireEvent.input(textEl)
}

/** Gives the tab a history from before a reload. */
export const resumeHistory = ({ happen, changeQueueRef }: OpenEditor, history: UndoHistory) =>
  happen(() =>
    changeQueueRef.send({ type: 'history.resumed', history, identities: emptyIdentityMap }),
  )

/** Goes to the state before all changes, of which there is one from before a reload. */
export const goBeforeChanges = async (editor: OpenEditor) => {
  const { '@id': iri } = sampleTitle
  const change: Change = {
    id: '0',
    intent: { kind: 'set', iri, property: 'title', value: 'Mine' },
    steps: [{ method: 'PATCH', iri, body: { title: 'Mine' } }],
    inverse: [{ method: 'PATCH', iri, body: { title: 'Curtain' } }],
    refetch: [],
  }
  await resumeHistory(editor, { undoStack: [change], redoStack: [] })
  await editor.press('History')
  await editor.user.click(screen.getByRole('menuitem', { name: 'Before these changes' }))
}
