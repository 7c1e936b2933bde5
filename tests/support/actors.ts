/** All actors of the app at work together, their effects in the hands of the test. */
import {
  type AnyEventObject,
  type InspectionEvent,
  SimulatedClock,
  createActor,
  fromCallback,
  fromPromise,
} from 'xstate'
import type { Iri } from '#content/iri.ts'
import { type Location, hrefOf, locationOf } from '#content/location.ts'
import type { PagePayload } from '#content/payload.ts'
import type { Credentials, User, Versioned } from '#content/resource.ts'
import { type AppInput, type Editor, appMachine } from '#machines/app.ts'
import { authMachine } from '#machines/auth.ts'
import { type HubEvent, type Line, type Message, connectionMachine } from '#machines/connection.ts'
import type { Question } from '#machines/dialogs.ts'
import { type Later, laterMachine } from '#machines/later.ts'
import { type Fetched, fetchChainMachine } from '#machines/fetch-chain.ts'
import { fetcherMachine } from '#machines/fetcher.ts'
import { leavingMachine } from '#machines/leaving.ts'
import { type Staged, liveMachine } from '#machines/live.ts'
import { navigationMachine } from '#machines/navigation.ts'
import { admitted } from '#src/app/admit.ts'
import { confirm } from '#src/app/effects.ts'
import { createCache } from '#src/resources/cache.ts'
import { createComfort } from './comfort.ts'
import { atOnce, puppet, voice } from './paths.ts'

export interface Options {
  input?: Partial<AppInput>
  /** What the page came with; without it it is still to be fetched. */
  payload?: PagePayload
  inspect?: (event: InspectionEvent) => void
  /** The real editor, which draws its own dialogs and notes; without it the test can speak for one. */
  editor?: Editor | undefined
  /** Answers questions in place of the dialog. */
  answering?: ReturnType<typeof puppet<boolean, Question>>
  /** Has the test let people in or not, in place of the table of addresses. */
  admitting?: boolean
  /** Brings the code of the chain and of what comes after the page when the test says so; without it, at once. */
  loading?: {
    chain?: ReturnType<typeof puppet<typeof fetchChainMachine, undefined>>
    later?: ReturnType<typeof puppet<Later, undefined>>
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
export const editorSpokenFor = { editMode: spokenFor, writes: spokenFor } as Editor

/** As the app's own, whose code comes when it is first asked for. */
const admit = fromPromise<string | null, Location>(({ system, input, signal }) =>
  admitted(input, system.get('auth'), signal),
)

export const startApp = (
  href: string,
  { input, payload, inspect, editor, answering, admitting, loading }: Options = {},
) => {
  const clock = new SimulatedClock()
  const cache = createCache()
  cache.save(payload?.entries ?? [])
  const address: string[] = []
  const effects = {
    readSession: puppet<User | null, undefined>(),
    signIn: puppet<User, Credentials>(),
    signOut: puppet<void, undefined>(),
    admit: puppet<string | null, Location>(),
    followRedirect: puppet<void, { to: string }>(),
    fetchPayload: puppet<PagePayload | null, Location>(),
    fetchRoot: puppet<Versioned, Location>(),
    fetchManifest: puppet<Iri[], Location>(),
    fetchBatch: puppet<Fetched[], { requests: string[]; location: Location }>(),
    prepareUpdate: puppet<Staged[], { messages: Message[]; current: Iri[] }>(),
    loadEditor: puppet<Editor, undefined>(),
  }
  const hub = voice<HubEvent, Line>()
  const reading = createComfort()

  const auth = authMachine.provide({
    actors: {
      readSession: effects.readSession.logic,
      signIn: effects.signIn.logic,
      signOut: effects.signOut.logic,
    },
  })
  const leaving = leavingMachine.provide({
    actors: { confirm: answering?.logic ?? confirm },
    actions: { restoreLocation: () => address.push('restored') },
  })
  const navigation = navigationMachine.provide({
    actors: {
      leaving,
      admit: admitting ? effects.admit.logic : admit,
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
      saveResources: (_, { items, afresh }) => {
        if (afresh) cache.clear()
        cache.save(items)
      },
    },
  })
  const live = liveMachine.provide({
    actors: {
      connection: connectionMachine.provide({ actors: { openHub: hub.logic } }),
      prepareUpdate: effects.prepareUpdate.logic,
    },
    actions: {
      applyUpdate: (_, { staged }) =>
        cache.save(staged.flatMap(({ item }) => (item ? [item] : []))),
    },
  })
  const app = appMachine.provide({
    actors: {
      auth,
      navigation,
      fetcher: fetcherMachine.provide({
        actors: { loadChain: loading?.chain?.logic ?? atOnce(fetchChain) },
      }),
      later: laterMachine.provide({
        actors: { loadLater: loading?.later?.logic ?? atOnce({ live, comfort: reading.comfort }) },
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
      possible: false,
      hub: null,
      lastEventId: null,
      ...input,
    },
    ...(inspect && { inspect }),
  }).start()
  if (!loading?.later) appRef.send({ type: 'page.idle' })

  return {
    appRef,
    editor: editor ?? editorSpokenFor,
    fetchChain,
    later: { live, comfort: reading.comfort } satisfies Later,
    reading,
    effects,
    hub,
    cache,
    clock,
    /** What became of the address, one entry each time. */
    address,
  }
}
