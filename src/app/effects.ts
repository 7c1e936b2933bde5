/**
 * Joins machines to the world: with its kin, which come with what they join, the only place that calls
 * `.provide()`. That builds a machine anew, so it is done once; an effect finds its services by the system it runs in.
 */
import { createActor, fromPromise } from 'xstate'
import { Failure } from '#content/failure.ts'
import type { Location } from '#content/location.ts'
import type { Credentials, User } from '#content/resource.ts'
import { type AppInput, type Editor, appMachine } from '#machines/app.ts'
import { authMachine } from '#machines/auth.ts'
import type { DialogsRef, Question } from '#machines/dialogs.ts'
import type { fetchChainMachine } from '#machines/fetch-chain.ts'
import { type FetcherRef, fetcherMachine, selectShown } from '#machines/fetcher.ts'
import { type Later, laterMachine } from '#machines/later.ts'
import { leavingMachine } from '#machines/leaving.ts'
import { type NavigationRef, navigationMachine, selectLocation } from '#machines/navigation.ts'
import type { RequestsRef } from '#machines/requests.ts'
import { loadAdmit } from './later.ts'
import { type Services, type System, bind, servicesOf } from './services.ts'

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

/** The path of the page that is shown, which dynamic positions depend on. */
export const shownPath = (system: System) => {
  const fetcherRef: FetcherRef = system.get('fetcher')
  const navigationRef: NavigationRef = system.get('navigation')
  return (
    selectShown(fetcherRef.getSnapshot())?.path ?? selectLocation(navigationRef.getSnapshot()).path
  )
}

const join = () => {
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

  const leaving = leavingMachine.provide({
    actors: { confirm },
    actions: { restoreLocation: ({ system }) => servicesOf(system).history.restore() },
  })

  const navigation = navigationMachine.provide({
    actors: {
      leaving,
      admit: fromPromise<string | null, Location>(async ({ system, input, signal }) => {
        const { admitted } = await loadAdmit()
        return admitted(input, system.get('auth'), signal)
      }),
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

  return appMachine.provide({
    actors: {
      auth,
      navigation,
      fetcher: fetcherMachine.provide({
        actors: {
          loadChain: fromPromise<typeof fetchChainMachine, undefined>(
            async () => (await import('./chain-effects.ts')).fetchChain,
          ),
        },
      }),
      later: laterMachine.provide({
        actors: {
          loadLater: fromPromise<Later, undefined>(({ system }) => servicesOf(system).loadLater()),
        },
      }),
      loadEditor: fromPromise<Editor, undefined>(({ system }) => servicesOf(system).loadEditor()),
    },
  })
}

let joined: ReturnType<typeof join> | undefined
/** The whole app with its effects: work enough for a turn of its own before it is started. */
export const joinApp = () => (joined ??= join())

/** The root actor, ready to be started: whoever it belongs to may listen first. */
export const createApp = (services: Services, input: AppInput) => {
  const appRef = createActor(joinApp(), { input })
  bind(appRef.system, services)
  return appRef
}
