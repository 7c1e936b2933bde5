/** An administrator who edits, and the real content API behind them, all in one process. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { InspectionEvent } from 'xstate'
import { findGroup, positionsOf } from '#content/model/groups.ts'
import type { Iri } from '#content/model/iri.ts'
import { locationOf } from '#content/navigation/location.ts'
import { liveAndDraft } from '#content/model/component-versions.ts'
import { editableProperties } from '#content/model/editable-properties.ts'
import { publishState } from '#content/model/publish-state.ts'
import {
  type Component,
  type ComponentGroup,
  type ComponentPosition,
  type ReadResource,
  type Resource,
  type User,
  createReader,
} from '#content/model/resource.ts'
import type { GroupMove } from '#content/change/moves/pending-moves.ts'
import type { Transfer } from '#content/change/moves/transfers.ts'
import { selectSaveRefusalRef } from '#machines/editing/changes/field.ts'
import {
  editField,
  selectFieldRefs,
  selectPendingMovesRef,
} from '#machines/editing/changes/pending-edits.ts'
import { moveRefsOf } from '#machines/editing/changes/pending-moves.ts'
import { isEditing } from '#machines/editing/edit-mode.ts'
import { selectWaitingActions } from '#machines/editing/waiting-actions.ts'
import { canRedo, canUndo, isBusy } from '#machines/editing/changes/change-queue.ts'
import { readConfig } from '#server/startup/config.ts'
import { openEmbeddedSource } from '#server/content-source/embedded-source.ts'
import { hubPath } from '#server/http/session-cookies.ts'
import { noopLog } from '#server/log.ts'
import { sanitize } from '#server/store/types/sanitize-html.ts'
import { siteViews } from '#site/index.ts'
import { log } from '#src/app/browser/logger.ts'
import { createRegistry } from '#src/app/services/create-registry.ts'
import { htmlFields } from '#site/kinds.ts'
import { createContentApi } from '#src/api/content-api.ts'
import { editor } from '#src/app/effects/editing/editor-effects.ts'
import { createAppActor } from '#src/app/effects/app-effects.ts'
import { createServices } from '#src/app/services/services.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { selectLiveUpdatesRef } from '#machines/app/deferred.ts'
import { type Subscribe, createSubscribe, liveUpdatesBundle } from './server/hub-stream.ts'
import { provideFileReader } from './file-reader.ts'
import { provideUploads } from './upload-request.ts'
import { createSilentHistory } from './silent-history.ts'

type Fetch = typeof globalThis.fetch

const site = 'http://localhost'
const password = 'correct horse'
const soon = { timeout: 10_000, interval: 5 }

/** The embedded content over the demo site, as the browsers of one administrator reach it. */
export const startApi = async (databaseUrl?: string) => {
  provideFileReader()
  const folder = await mkdtemp(join(tmpdir(), 'troupe-editing-'))
  const env = { DATA_DIR: folder, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const config = readConfig({ ...env, ADMIN_PASSWORD: password })
  const content = await openEmbeddedSource({
    config,
    version: 'test',
    log: noopLog,
    clock: () => Date.now(),
  })
  await content.prepare()
  onTestFinished(async () => {
    content.closeStreams()
    await content.close()
    await rm(folder, { recursive: true, force: true })
  })

  const base = `${site}/_api`
  const ask = content.api.fetch
  const signedIn = await ask(`${base}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
  const fetch: Fetch = async (resource, init) => {
    const request = new Request(resource, init)
    request.headers.set('cookie', cookie)
    return ask(request)
  }
  // The editor reads files, which are no content, without the client of the API.
  vi.stubGlobal('fetch', fetch)
  provideUploads(site, fetch)
  // Changes are planned once the page is painted, of which there is none here.
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback))
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    fetch,
    env,
    subscribe: createSubscribe(content.routes!.hub, cookie),
    /** Returns the id of the newest event that the hub has sent. */
    newestEvent: content.hub.lastEventId,
  }
}

type Row = Record<string, unknown>

/** A resource without its names and times: what is the same when it is made again. */
const comparable = (resource: Resource | undefined): Row | null =>
  resource
    ? {
        ...Object.fromEntries(
          Object.entries(editableProperties(resource)).filter(
            ([, value]) => value != null && value !== '',
          ),
        ),
        type: resource['@type'],
        state: publishState(resource),
      }
    : null

/** Returns the contents of a group by position: the live version and the draft of each. */
const contentsOf = (group: Iri<'COMPONENT_GROUP'>, read: ReadResource) =>
  positionsOf(group, read).map((iri) => {
    const position = read(iri)!
    const { live, draft } = liveAndDraft(position.component ?? '', read)
    return {
      sortValue: position.sortValue,
      live: comparable(read(live ?? '')),
      draft: draft ? comparable(read(draft)) : null,
    }
  })

/** The same from what is stored: everything is read again. */
export const storedIn = async (group: Iri<'COMPONENT_GROUP'>, fetch: Fetch) => {
  const known = new Map<string, Resource>()
  const ask = async (request: string) => {
    const answer = await fetch(`${site}/_api${request}`)
    if (!answer.ok) return null
    const resource = (await answer.json()) as Resource
    known.set(resource['@id'], resource)
    return resource
  }
  const { componentPositions } = (await ask(group)) as ComponentGroup
  for (const iri of componentPositions) {
    const position = (await ask(iri)) as ComponentPosition
    const component = (await ask(position.component ?? '')) as Component | null
    if (component?.publishedResource) await ask(`${component.publishedResource}?published=true`)
  }
  return contentsOf(
    group,
    createReader((iri) => known.get(iri)),
  )
}

type NewestEvent = () => Promise<string | null>

interface Options {
  /** Stands between this browser and the API. */
  network?: (fetch: Fetch) => Fetch
  /** Set for a browser that receives live updates, while it is online. */
  live?: { isOnline: () => boolean }
  path?: string
  /** True to name the account and the ids of what is created, as to the embedded API. */
  isEmbedded?: boolean
  inspect?: (event: InspectionEvent) => void
}

const never = () => new Promise<never>(() => {})

/** One browser with the home page or another one open, its administrator editing. */
export const openBrowser = async (
  { fetch, ...hub }: { fetch: Fetch; subscribe?: Subscribe; newestEvent?: NewestEvent },
  { network = (through) => through, path = '/', isEmbedded = false, inspect, live }: Options = {},
) => {
  const cache = createResourceCache()
  const api = createContentApi({
    base: `${site}/_api`,
    fetch: network(fetch),
    sessionHint: { read: () => true, write: () => {} },
    isEmbedded,
    log,
  })
  const services = createServices({
    loadApi: async () => api,
    cache,
    registry: createRegistry(siteViews),
    htmlFields,
    sanitizeHtml: sanitize,
    history: createSilentHistory({ followsRedirects: false }),
    pageReady: live ? async () => {} : never,
    loadDeferred: live
      ? async () => liveUpdatesBundle(hub.subscribe!, { ...live, decode: api.decode })
      : never,
    loadEditor: async () => ({ actors: editor, views: null }),
  })
  const appRef = createAppActor(services, {
    location: locationOf(path),
    page: null,
    failure: null,
    user: (await api.auth.readSession()) as User,
    hasSessionHint: true,
    hub: live ? hubPath : null,
    lastEventId: (live && (await hub.newestEvent?.())) ?? null,
  })
  if (inspect) appRef.system.inspect(inspect)
  appRef.start()
  const { children } = await vi.waitUntil(() => {
    const snapshot = appRef.getSnapshot()
    const { fetcher, editMode } = snapshot.children
    return fetcher?.getSnapshot().context.currentPage && editMode ? snapshot : null
  }, soon)
  const editModeRef = children.editMode!
  const changeQueueRef = children.changeQueue!
  editModeRef.send({ type: 'edit.requested' })
  const { page } = children.fetcher!.getSnapshot().context.currentPage!
  const group = findGroup(page!, 'primary', cache.read)!

  /** Everything meant so far has been done, or has not. */
  const quiet = () =>
    vi.waitUntil(
      () => !isBusy(changeQueueRef.getSnapshot()) && !isWaiting(editModeRef.getSnapshot()),
      {
        timeout: 5_000,
      },
    )
  const isWaiting = (snapshot: ReturnType<typeof editModeRef.getSnapshot>) => {
    const { pendingEdits, addResource } = snapshot.children
    const held = pendingEdits?.getSnapshot()
    const moves = held && selectPendingMovesRef(held).getSnapshot()
    const refs = [...Object.values(held?.context.fields ?? {}), ...(moves ? moveRefsOf(moves) : [])]
    return (
      snapshot.matches({ editing: 'acting' }) ||
      snapshot.matches({ editing: { free: 'confirming' } }) ||
      ['offering', 'running'].some((value) =>
        snapshot.children.waitingActions?.getSnapshot().matches(value as 'running'),
      ) ||
      held?.matches('saving') ||
      [addResource, addResource?.getSnapshot().children.stagedResource].some((ref) =>
        ref?.getSnapshot().hasTag('busy'),
      ) ||
      refs.some((ref) => ref.getSnapshot().hasTag('busy'))
    )
  }

  const liveUpdatesRef = () => selectLiveUpdatesRef(children.deferred!.getSnapshot())!
  const hubRef = () => liveUpdatesRef().getSnapshot().children.hubConnection!
  if (live)
    await vi.waitUntil(
      () =>
        selectLiveUpdatesRef(children.deferred!.getSnapshot()) &&
        hubRef().getSnapshot().matches('open'),
      soon,
    )

  const pendingEditsRef = () => editModeRef.getSnapshot().children.pendingEdits!

  return {
    appRef,
    cache,
    editModeRef,
    liveUpdatesRef,
    hubRef,
    pendingEditsRef,
    /** True once every change until an event of the hub is known: it is shown, or offered by Update. */
    isUpToDate: (newestEvent: string | null) => {
      const { context, value } = liveUpdatesRef().getSnapshot()
      return (
        hubRef().getSnapshot().context.lastEventId === newestEvent &&
        value.queue === 'idle' &&
        context.messages.length === 0
      )
    },
    changeQueueRef,
    group,
    quiet,
    canUndo: () => canUndo(changeQueueRef.getSnapshot()),
    canRedo: () => canRedo(changeQueueRef.getSnapshot()),
    isEditing: () => isEditing(editModeRef.getSnapshot()),
    /** Returns the group's contents as this browser has cached them. */
    contents: (of = group) => contentsOf(of, cache.read),
    move: (move: GroupMove) =>
      selectPendingMovesRef(pendingEditsRef().getSnapshot()).send({
        type: 'move.requested',
        ...move,
      }),
    page: () => children.fetcher!.getSnapshot().context.currentPage,
    /** Returns the types of the actions that wait for the network. */
    waiting: () =>
      selectWaitingActions(editModeRef.getSnapshot().children.waitingActions!.getSnapshot()).map(
        ({ action }) => action.type,
      ),
    /** Tells whoever waits that the server can be reached again. */
    reconnect: async () => {
      editModeRef.getSnapshot().children.waitingActions!.send({ type: 'network.restored' })
      for (const ref of Object.values(selectFieldRefs(pendingEditsRef().getSnapshot())))
        selectSaveRefusalRef(ref.getSnapshot())?.send({ type: 'network.restored' })
      for (const ref of moveRefsOf(
        selectPendingMovesRef(pendingEditsRef().getSnapshot()).getSnapshot(),
      ))
        ref.send({ type: 'network.restored' })
      await quiet()
    },
    /** Returns why moves could not be saved. */
    unsavedMoves: () =>
      moveRefsOf(selectPendingMovesRef(pendingEditsRef().getSnapshot()).getSnapshot()).map(
        (ref) => ref.getSnapshot().context.failure,
      ),
    /** Gives up the moves that could not be saved. */
    discardMoves: () => {
      for (const ref of moveRefsOf(
        selectPendingMovesRef(pendingEditsRef().getSnapshot()).getSnapshot(),
      ))
        ref.send({ type: 'moves.discarded' })
    },
    /** Moves a position to another group, before one of its positions or to its end. */
    transfer: (transfer: Transfer) =>
      selectPendingMovesRef(pendingEditsRef().getSnapshot()).send({
        type: 'transfer.requested',
        ...transfer,
        to: 0,
        count: 1,
        section: 'Elsewhere',
      }),
    positions: () => positionsOf(group, cache.read),
    /** Returns the component in a position of the page, as the editor shows it. */
    shownAt: (index: number) => {
      const position = cache.read(positionsOf(group, cache.read)[index] ?? '')
      const component = (position as ComponentPosition | undefined)?.component
      return cache.read(component ?? '') as Component
    },
    type: (iri: Iri, property: string, value: unknown, isLive = false) => {
      const versions = Object.values(liveAndDraft(iri, cache.read)).filter((each) => each !== null)
      const stored = cache.read(iri)?.[property] ?? null
      editField(pendingEditsRef(), versions, { iri, property, value, stored, isLive })
    },
    flush: async () => {
      pendingEditsRef().send({ type: 'flush.requested' })
      await quiet()
    },
    undo: async () => {
      editModeRef.send({ type: 'undo.requested' })
      await quiet()
    },
    redo: async () => {
      editModeRef.send({ type: 'redo.requested' })
      await quiet()
    },
    /** Does what asks first, and confirms. */
    confirmed: async (act: () => void) => {
      act()
      const dialogsRef = children.dialogs!
      await vi.waitUntil(() => dialogsRef.getSnapshot().matches('open'), soon)
      dialogsRef.send({ type: 'dialog.confirmed' })
      await quiet()
    },
  }
}

export type Browser = Awaited<ReturnType<typeof openBrowser>>

/** Starts the API with three live headings at the start of a group of the home page. */
export const startApiWithHeadings = async () => {
  const api = await startApi()
  const { appRef, group } = await openBrowser(api)
  appRef.stop()
  for (const title of ['one', 'two', 'three'])
    await api.fetch('http://localhost/_api/component/titles', {
      method: 'POST',
      headers: { 'Content-Type': 'application/ld+json' },
      body: JSON.stringify({
        title,
        publishedAt: '2026-05-01T12:00:00+00:00',
        componentPositions: [{ componentGroup: group, sortValue: 0 }],
      }),
    })
  return { api, group }
}
