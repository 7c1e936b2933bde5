/** All actors of the app at work together, their effects in the hands of the test. */
import {
  type AnyEventObject,
  type InspectionEvent,
  SimulatedClock,
  createActor,
  fromCallback,
  fromPromise,
} from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import { type Location, hrefOf, locationOf } from '#content/page/location.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { Credentials, User, Versioned } from '#content/model/resource.ts'
import { type AppInput, type EditorActors, appMachine } from '#machines/app/app.ts'
import { authMachine } from '#machines/session/auth.ts'
import {
  type HubEvent,
  type HubAddress,
  type Message,
  hubConnectionMachine,
} from '#machines/live/hub-connection.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { type DeferredActors, deferredMachine } from '#machines/app/deferred.ts'
import { type BatchResult, fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { fetcherMachine } from '#machines/page/fetcher.ts'
import { navigationGuardMachine } from '#machines/page/navigation-guard.ts'
import { type ResourceUpdate, liveUpdatesMachine } from '#machines/live/live-updates.ts'
import { navigationMachine } from '#machines/page/navigation.ts'
import { authorizeNavigation } from '#src/app/services/authorize-navigation.ts'
import { confirm } from '#src/app/effects/shared.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { createReaderEnhancements } from './reader-enhancements.ts'
import { resolvedEffect, controlledPromise, controlledCallback } from './paths.ts'

export interface Options {
  input?: Partial<AppInput>
  /** What the page came with; without it it is still to be fetched. */
  payload?: PagePayload
  inspect?: (event: InspectionEvent) => void
  /** The real editor, which draws its own dialogs and notes; without it the test can speak for one. */
  editor?: EditorActors | undefined
  /** Answers questions in place of the dialog. */
  answering?: ReturnType<typeof controlledPromise<boolean, ConfirmOptions>>
  /** Has the test let people in or not, in place of the table of addresses. */
  admitting?: boolean
  /** Brings the code of the chain and of what comes after the page when the test says so; without it, at once. */
  loading?: {
    chain?: ReturnType<typeof controlledPromise<typeof fetchChainMachine, undefined>>
    later?: ReturnType<typeof controlledPromise<DeferredActors, undefined>>
  }
}

export interface Said {
  type: 'said'
  event: AnyEventObject
}

/** An editor that says what the test has it say, as the real one says what people do in it. */
const spokenFor = fromCallback<AnyEventObject, undefined, AnyEventObject>(({ receive, emit }) =>
  receive((heard) => {
    if (heard.type === 'said') emit((heard as Said).event)
  }),
) as unknown
export const editorSpokenFor = { editMode: spokenFor, changeQueue: spokenFor } as EditorActors

/** As the app's own, whose code comes when it is first asked for. */
const admit = fromPromise<string | null, Location>(({ system, input, signal }) =>
  authorizeNavigation(input, system.get('auth'), signal),
)

export const startApp = (
  href: string,
  { input, payload, inspect, editor, answering, admitting, loading }: Options = {},
) => {
  const clock = new SimulatedClock()
  const cache = createResourceCache()
  cache.save(payload?.entries ?? [])
  const address: string[] = []
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
    prepareUpdate: controlledPromise<ResourceUpdate[], { messages: Message[]; current: Iri[] }>(),
    loadEditor: controlledPromise<EditorActors, undefined>(),
  }
  const hub = controlledCallback<HubEvent, HubAddress>()
  const reading = createReaderEnhancements()

  const auth = authMachine.provide({
    actors: {
      readSession: effects.readSession.logic,
      signIn: effects.signIn.logic,
      signOut: effects.signOut.logic,
    },
  })
  const navigationGuard = navigationGuardMachine.provide({
    actors: { confirm: answering?.logic ?? confirm },
    actions: { restoreLocation: () => address.push('restored') },
  })
  const navigation = navigationMachine.provide({
    actors: {
      navigationGuard,
      authorize: admitting ? effects.authorize.logic : admit,
      followRedirect: effects.followRedirect.logic,
    },
    actions: { commitLocation: (_, { location }) => address.push(hrefOf(location)) },
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
      hubConnection: hubConnectionMachine.provide({ actors: { openHub: hub.logic } }),
      prepareUpdate: effects.prepareUpdate.logic,
    },
    actions: {
      applyUpdate: (_, { pendingUpdates }) =>
        cache.save(pendingUpdates.flatMap(({ item }) => (item ? [item] : []))),
    },
  })
  const app = appMachine.provide({
    actors: {
      auth,
      navigation,
      fetcher: fetcherMachine.provide({
        actors: { loadChain: loading?.chain?.logic ?? resolvedEffect(fetchChain) },
      }),
      deferred: deferredMachine.provide({
        actors: {
          loadDeferred:
            loading?.later?.logic ??
            resolvedEffect({ liveUpdates, readerEnhancements: reading.comfort }),
        },
      }),
      loadEditor: effects.loadEditor.logic,
    },
  })

  const appRef = createActor(app, {
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
  }).start()
  if (!loading?.later) appRef.send({ type: 'browser.idle' })

  return {
    appRef,
    editor: editor ?? editorSpokenFor,
    fetchChain,
    later: { liveUpdates, readerEnhancements: reading.comfort } satisfies DeferredActors,
    reading,
    effects,
    hub,
    cache,
    clock,
    /** What became of the address, one entry each time. */
    address,
  }
}
