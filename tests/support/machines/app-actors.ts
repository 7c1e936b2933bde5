/** Starts all actors of the app together, with effects that the test controls. */
import {
  type AnyEventObject,
  type InspectionEvent,
  SimulatedClock,
  createActor,
  fromCallback,
  fromPromise,
} from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { type Location, hrefOf, locationOf } from '#content/navigation/location.ts'
import type { BatchResult } from '#content/page/fetching/page-crawl.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { Credentials, User, Versioned } from '#content/model/resource.ts'
import {
  type AppInput,
  type EditorActors,
  type EditorBundle,
  appMachine,
} from '#machines/app/app.ts'
import type { ResourceUpdate, UpdateBatch } from '#content/page/update-queue.ts'
import { authMachine } from '#machines/session/auth.ts'
import {
  type HubStreamEvent,
  type HubAddress,
  hubConnectionMachine,
} from '#machines/live/hub-connection.ts'
import { editorActors } from '#machines/editing/editor-actors.ts'
import { type DeferredBundle, deferredMachine } from '#machines/app/deferred.ts'
import { deferredActors } from '#machines/app/deferred-actors.ts'
import { errorPageMachine } from '#machines/page/error-page.ts'
import {
  type EditorBuildEvent,
  type ReloadTime,
  editorBuildMachine,
} from '#machines/app/editor-build.ts'
import { type StaleBuildEvent, staleBuildMachine } from '#machines/app/stale-build.ts'
import { fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { fetcherMachine } from '#machines/page/fetcher.ts'
import { navigationFocusMachine } from '#machines/page/navigation-focus.ts'
import { navigationGuardMachine } from '#machines/editing/navigation-guard.ts'
import { liveUpdatesMachine } from '#machines/live/live-updates.ts'
import { navigationMachine } from '#machines/page/navigation.ts'
import { pageRequestMachine } from '#machines/page/page-request.ts'
import type { AppHistory } from '#src/app/browser/history.ts'
import { authorizeNavigation } from '#src/app/services/authorize-navigation.ts'
import { createClient } from '#src/api/client.ts'
import { confirm } from '#src/app/effects/shared.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { type StartFailures, createEnhancements } from './enhancements.ts'
import { asEnvironment } from '#charts/paths/causes.ts'
import {
  resolvedEffect,
  controlledPromise,
  controlledCallback,
} from '#charts/paths/controlled-effects.ts'

export interface StartAppOptions {
  input?: Partial<AppInput>
  /** The payload the page was rendered with. Without it the page is still to be fetched. */
  payload?: PagePayload
  inspect?: (event: InspectionEvent) => void
  /** The real editor. Without it a fake one emits the events that the test passes to it. */
  editor?: EditorBundle | undefined
  /** The components of the deferred bundle, for tests that render them. */
  deferredViews?: unknown
  /** The session history of the browser, if there is one. */
  history?: AppHistory
  /** The effects of the enhancements that fail when they are started. */
  failures?: StartFailures
  /** True if the test decides about authorization, in place of the route table. */
  controlsAuthorization?: boolean
  /** Lets the test control when the error screen, the fetch chain and the deferred actors load. Without it they load at once. */
  loading?: {
    errorView?: ReturnType<typeof controlledPromise<unknown, undefined>>
    chain?: ReturnType<typeof controlledPromise<typeof fetchChainMachine, undefined>>
    pageReady?: ReturnType<typeof controlledPromise<void, undefined>>
    deferred?: ReturnType<typeof controlledPromise<DeferredBundle, undefined>>
    idle?: ReturnType<typeof controlledPromise<void, undefined>>
  }
}

interface EmitRequested {
  type: 'emit.requested'
  event: AnyEventObject
}

/** A fake editor that emits the events the test sends to it in an `emit.requested` event. */
const fakeEditorActor = fromCallback<AnyEventObject, undefined, AnyEventObject>(
  ({ receive, emit }) =>
    receive((message) => {
      if (message.type === 'emit.requested') emit((message as EmitRequested).event)
    }),
) as unknown
export const fakeEditor: EditorBundle = {
  actors: {
    ...editorActors,
    navigationGuard: navigationGuardMachine.provide({
      actors: { confirm },
      actions: { restoreLocation: () => {} },
    }),
    editMode: fakeEditorActor,
    changeQueue: fakeEditorActor,
    historyMemory: fakeEditorActor,
    sessionRenewal: fakeEditorActor,
  } as EditorActors,
  views: null,
}

/** The implementation of the app, loaded eagerly. */
const authorize = fromPromise<string | null, Location>(({ system, input, signal }) =>
  authorizeNavigation(input, system.get('auth'), signal),
)

export const startApp = (
  href: string,
  {
    input,
    payload,
    inspect,
    editor,
    history,
    deferredViews = null,
    failures,
    controlsAuthorization,
    loading,
  }: StartAppOptions = {},
) => {
  const clock = new SimulatedClock()
  const cache = createResourceCache()
  cache.save(payload?.entries ?? [])
  const address: string[] = []
  const hints: boolean[] = []
  const arrivals: string[] = []
  const effects = {
    readSession: controlledPromise<User | null, undefined>(),
    signIn: controlledPromise<User, Credentials>(),
    signOut: controlledPromise<void, undefined>(),
    authorize: controlledPromise<string | null, Location>(),
    followRedirect: controlledPromise<void, { to: string }>(),
    fetchPayload: controlledPromise<PagePayload | null, Location>(),
    fetchRoot: controlledPromise<Versioned, Location>(),
    fetchManifest: controlledPromise<Iri[], Location>(),
    fetchBatch: controlledPromise<BatchResult[], { requests: string[]; location: Location }>(),
    prepareUpdate: controlledPromise<ResourceUpdate[], UpdateBatch>(),
    loadEditor: controlledPromise<EditorBundle, undefined>(),
    canReload: controlledPromise<boolean, undefined>(),
    findReloadTime: controlledPromise<ReloadTime, undefined>(),
  }
  const preloads = controlledCallback<StaleBuildEvent>()
  const otherTabs = controlledCallback<EditorBuildEvent>()
  const editorDocument = controlledCallback<EditorBuildEvent>()
  const reloads: string[] = []
  const hub = controlledCallback<HubStreamEvent, HubAddress>()
  const enhancements = createEnhancements(failures)

  const auth = authMachine.provide({
    actors: {
      readSession: effects.readSession.logic,
      signIn: effects.signIn.logic,
      signOut: effects.signOut.logic,
    },
    actions: { clearSessionHint: () => hints.push(false) },
  })
  const navigation = navigationMachine.provide({
    actors: {
      authorize: controlsAuthorization ? effects.authorize.logic : authorize,
    },
    actions: {
      commitLocation: (_, { location, replace }) => {
        address.push(hrefOf(location))
        history?.commit(location, replace)
      },
    },
  })
  const fetchChain = fetchChainMachine.provide({
    actors: {
      fetchPayload: effects.fetchPayload.logic,
      fetchRoot: effects.fetchRoot.logic,
      fetchManifest: effects.fetchManifest.logic,
      fetchBatch: effects.fetchBatch.logic,
    },
    actions: {
      saveResources: (_, { items, bypassCache }) => {
        if (bypassCache) cache.clear()
        cache.save(items)
      },
    },
  })
  const liveUpdates = liveUpdatesMachine.provide({
    actors: {
      hubConnection: hubConnectionMachine.provide({
        actors: { openHub: hub.logic },
        actions: { logMissingHub: () => {} },
      }),
      prepareUpdate: effects.prepareUpdate.logic,
    },
    actions: {
      applyUpdate: (_, { pendingUpdates }) =>
        cache.save(pendingUpdates.flatMap(({ item }) => (item ? [item] : []))),
    },
  })
  const navigationFocus = navigationFocusMachine.provide({
    actions: {
      scrollToStart: () => arrivals.push('start'),
      scrollToSaved: () => arrivals.push('saved position'),
      focusHeading: () => arrivals.push('heading'),
    },
  })
  const deferred: DeferredBundle = {
    actors: {
      ...deferredActors,
      navigationFocus,
      liveUpdates,
      enhancements: enhancements.enhancements,
    },
    views: deferredViews,
  }
  const app = appMachine.provide({
    actors: {
      auth,
      errorPage: errorPageMachine.provide({
        actors: { loadErrorView: loading?.errorView?.logic ?? resolvedEffect<unknown>(null) },
      }),
      staleBuild: staleBuildMachine.provide({
        actors: { watchPreloads: preloads.logic, canReload: effects.canReload.logic },
        actions: { reloadPage: () => reloads.push('stale build') },
      }),
      editorBuild: editorBuildMachine.provide({
        actors: {
          watchOtherTabs: otherTabs.logic,
          findReloadTime: effects.findReloadTime.logic,
          openEditorBuild: editorDocument.logic,
        },
      }),
      pageRequest: pageRequestMachine.provide({
        actors: { followRedirect: effects.followRedirect.logic },
      }),
      navigation,
      fetcher: fetcherMachine.provide({
        actors: { loadChain: loading?.chain?.logic ?? resolvedEffect(fetchChain) },
      }),
      deferred: deferredMachine.provide({
        actors: {
          pageReady: loading?.pageReady?.logic ?? resolvedEffect<void>(undefined),
          loadDeferred: loading?.deferred?.logic ?? resolvedEffect(deferred),
          waitForIdle: loading?.idle?.logic ?? resolvedEffect<void>(undefined),
        },
      }),
      loadEditor: effects.loadEditor.logic,
    },
  })

  const appRef = asEnvironment(() =>
    createActor(app, {
      clock,
      input: {
        location: locationOf(href),
        page: payload?.page ?? null,
        failure: null,
        user: null,
        hasSessionHint: false,
        hub: null,
        lastEventId: null,
        ...input,
      },
      ...(inspect && { inspect }),
    }).start(),
  )
  /** Reads a resource of an API that names its hub in the response. */
  const discoverHub = async (hubUrl: string) => {
    const client = createClient({
      base: 'http://api.test',
      fetch: async () => Response.json({}, { headers: { link: `<${hubUrl}>; rel="mercure"` } }),
      onHubDiscovered: (url) =>
        appRef.getSnapshot().children.deferred!.send({ type: 'hub.discovered', url }),
    })
    await client.get('/_/routes//')
  }

  return {
    appRef,
    discoverHub,
    editor: editor ?? fakeEditor,
    fetchChain,
    deferred,
    enhancements,
    effects,
    preloads,
    otherTabs,
    /** The loading of the document with the editor's build. */
    editorDocument,
    /** The reason for each reload of the page. */
    reloads,
    hub,
    cache,
    clock,
    /** The session hints that were written, in order. */
    hints,
    /** The committed URLs, in order. */
    address,
    /** The places to which arrivals at pages have scrolled and moved the focus, in order. */
    arrivals,
  }
}
