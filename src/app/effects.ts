/**
 * Joins machines to the world: with editor-effects.ts, which comes with the editor, the only place that calls
 * `.provide()`. That builds a machine anew, so it is done once; an effect finds its services by the system it runs in.
 */
import { createActor, fromCallback, fromPromise } from 'xstate'
import { Failure } from '#content/failure.ts'
import type { Iri } from '#content/iri.ts'
import type { Location } from '#content/location.ts'
import type { PagePayload } from '#content/payload.ts'
import type { Credentials, User, Versioned } from '#content/resource.ts'
import { type AppInput, type Editor, appMachine } from '#machines/app.ts'
import { authMachine, isSignedIn } from '#machines/auth.ts'
import { type ConnectionEvent, type Message, connectionMachine } from '#machines/connection.ts'
import type { DialogsRef, Question } from '#machines/dialogs.ts'
import { type Fetched, fetchChainMachine } from '#machines/fetch-chain.ts'
import { type FetcherRef, fetcherMachine, selectShown } from '#machines/fetcher.ts'
import { leavingMachine } from '#machines/leaving.ts'
import { type Staged, liveMachine } from '#machines/live.ts'
import { type NavigationRef, navigationMachine, selectLocation } from '#machines/navigation.ts'
import type { RequestsRef } from '#machines/requests.ts'
import { type Services, type System, bind, servicesOf } from './services.ts'

const auth = authMachine.provide({
  actors: {
    readSession: fromPromise<User | null, undefined>(async ({ system, signal }) =>
      (await servicesOf(system).loadApi()).auth.readSession(signal),
    ),
    signIn: fromPromise<User, Credentials>(async ({ system, input }) =>
      (await servicesOf(system).loadApi()).auth.signIn(input),
    ),
    signOut: fromPromise<void, undefined>(async ({ system }) =>
      (await servicesOf(system).loadApi()).auth.signOut(),
    ),
  },
})

/** Asks whoever is looking. A question nobody wants answered any more is taken back. */
export const confirm = fromPromise<boolean, Question>(
  ({ system, input: question, signal, self }) =>
    new Promise((resolve) => {
      const dialogsRef: DialogsRef = system.get('dialogs')
      const id = self.sessionId
      const subscription = dialogsRef.on('dialog.answered', (answer) => {
        if (answer.id !== id) return
        subscription.unsubscribe()
        resolve(answer.outcome)
      })
      signal.addEventListener('abort', () => {
        subscription.unsubscribe()
        dialogsRef.send({ type: 'dialog.withdrawn', id })
      })
      dialogsRef.send({ type: 'dialog.asked', id, question })
    }),
)

const leaving = leavingMachine.provide({
  actors: { confirm },
  actions: { restoreLocation: ({ system }) => servicesOf(system).history.restore() },
})

const navigation = navigationMachine.provide({
  actors: {
    leaving,
    followRedirect: fromPromise<void, { to: string }>(async ({ system, input: { to } }) => {
      if (servicesOf(system).history.follow(to)) return
      throw new Failure('unexpected', { message: `This page is at ${to}.` })
    }),
  },
  actions: {
    commitLocation: ({ system }, { location, replace }) =>
      servicesOf(system).history.commit(location, replace),
  },
})

/** Counts a request in and out: progress is drawn from it, and live updates wait for it. */
export const counted = async <Answer>(
  { system, self }: { system: System; self: { sessionId: string } },
  request: Promise<Answer>,
) => {
  const requestsRef: RequestsRef = system.get('requests')
  const id = self.sessionId
  requestsRef.send({ type: 'request.started', id })
  return request.finally(() => requestsRef.send({ type: 'request.finished', id }))
}

const fetchChain = fetchChainMachine.provide({
  actors: {
    fetchPayload: fromPromise<PagePayload | null, Location>((effect) =>
      counted(effect, servicesOf(effect.system).readPage(effect.input, effect.signal)),
    ),
    fetchRoot: fromPromise<Versioned, Location>((effect) =>
      counted(effect, servicesOf(effect.system).readRoot(effect.input, effect.signal)),
    ),
    fetchManifest: fromPromise<Iri[], Location>(({ system, input, signal }) =>
      servicesOf(system).readManifest(input, signal),
    ),
    fetchBatch: fromPromise<Fetched[], { requests: string[]; location: Location }>((effect) => {
      const { system, input, signal } = effect
      const { readResource } = servicesOf(system)
      const { path } = input.location
      const fetchOne = async (request: string): Promise<Fetched> => {
        try {
          return { request, found: await readResource(request, { path, signal }) }
        } catch (error) {
          return { request, failure: Failure.from(error) }
        }
      }
      return counted(effect, Promise.all(input.requests.map(fetchOne)))
    }),
  },
  actions: {
    saveResources: ({ system }, { page, items, afresh }) => {
      const { cache } = servicesOf(system)
      if (afresh) cache.clear()
      cache.save(items, { path: page.path })
    },
  },
})

/** The path of the page that is shown, which dynamic positions depend on. */
export const shownPath = (system: System) => {
  const fetcherRef: FetcherRef = system.get('fetcher')
  const navigationRef: NavigationRef = system.get('navigation')
  return (
    selectShown(fetcherRef.getSnapshot())?.path ?? selectLocation(navigationRef.getSnapshot()).path
  )
}

type HubEvent = Extract<ConnectionEvent, { type: `connection.${string}` | 'message.received' }>

const connection = connectionMachine.provide({
  actors: {
    openHub: fromCallback<HubEvent, { url: string; lastEventId: string | null }>(
      ({ system, input, sendBack }) =>
        servicesOf(system).openHub({
          ...input,
          onOpen: () => sendBack({ type: 'connection.opened' }),
          onLost: () => sendBack({ type: 'connection.lost' }),
          onMessage: (message) => sendBack({ type: 'message.received', ...message }),
        }),
    ),
  },
})

const live = liveMachine.provide({
  actors: {
    connection,
    prepareUpdate: fromPromise<Staged[], { messages: Message[]; current: Iri[] }>(
      async ({ system, input, signal }) => {
        const { cache, readResource, gate } = servicesOf(system)
        const path = shownPath(system)
        const { orGone, prepareUpdate } = await import('./prepare-update.ts')
        return prepareUpdate({
          ...input,
          read: cache.read,
          fetch: (request) => orGone(readResource(request, { path, signal })),
          isVisitor: !isSignedIn(system.get('auth').getSnapshot()),
          gate,
        })
      },
    ),
  },
  actions: {
    applyUpdate: ({ system }, { staged }) => {
      const { cache } = servicesOf(system)
      cache.save(
        staged.flatMap(({ item }) => (item ? [item] : [])),
        { path: shownPath(system) },
      )
      cache.remove(staged.flatMap(({ iri, item }) => (item ? [] : [iri])))
    },
  },
})

const app = appMachine.provide({
  actors: {
    auth,
    navigation,
    fetcher: fetcherMachine.provide({ actors: { fetchChain } }),
    live,
    loadEditor: fromPromise<Editor, undefined>(({ system }) => servicesOf(system).loadEditor()),
  },
})

/** The root actor, ready to be started: whoever it belongs to may listen first. */
export const createApp = (services: Services, input: AppInput) => {
  const appRef = createActor(app, { input })
  bind(appRef.system, services)
  return appRef
}
