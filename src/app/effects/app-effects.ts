/**
 * Joins machines to the world: with its kin, which come with what they join, the only place that calls
 * `.provide()`. That builds a machine anew, so it is done once; an effect finds its services by the system it runs in.
 */
import { createActor, fromPromise } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Location } from '#content/page/location.ts'
import type { Credentials, User } from '#content/model/resource.ts'
import { type AppInput, type EditorActors, appMachine } from '#machines/app/app.ts'
import { authMachine } from '#machines/session/auth.ts'
import type { DialogsRef, ConfirmOptions } from '#machines/app/dialogs.ts'
import type { fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { type FetcherRef, fetcherMachine, selectCurrentPage } from '#machines/page/fetcher.ts'
import { type DeferredActors, deferredMachine } from '#machines/app/deferred.ts'
import { navigationGuardMachine } from '#machines/page/navigation-guard.ts'
import { type NavigationRef, navigationMachine, selectLocation } from '#machines/page/navigation.ts'
import type { RequestTrackerRef } from '#machines/app/request-tracker.ts'
import { loadAuthorizeNavigation } from '../lazy/deferred.ts'
import { type Services, type ActorSystem, bindServices, servicesOf } from '../services/services.ts'

/** Asks whoever is looking. A question nobody wants answered any more is taken back. */
export const confirm = fromPromise<boolean, ConfirmOptions>(
  ({ system, input: options, signal, self }) =>
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
      dialogsRef.send({ type: 'dialog.opened', id, options })
    }),
)

/** Counts a request in and out: progress is drawn from it, and live updates wait for it. */
export const trackRequest = async <Answer>(
  { system, self }: { system: ActorSystem; self: { sessionId: string } },
  request: Promise<Answer>,
) => {
  const requestsRef: RequestTrackerRef = system.get('requestTracker')
  const id = self.sessionId
  requestsRef.send({ type: 'request.started', id })
  return request.finally(() => requestsRef.send({ type: 'request.finished', id }))
}

/** The path of the page that is shown, which dynamic positions depend on. */
export const currentPagePath = (system: ActorSystem) => {
  const fetcherRef: FetcherRef = system.get('fetcher')
  const navigationRef: NavigationRef = system.get('navigation')
  return (
    selectCurrentPage(fetcherRef.getSnapshot())?.path ??
    selectLocation(navigationRef.getSnapshot()).path
  )
}

const createAppLogic = () => {
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

  const navigationGuard = navigationGuardMachine.provide({
    actors: { confirm },
    actions: { restoreLocation: ({ system }) => servicesOf(system).history.restore() },
  })

  const navigation = navigationMachine.provide({
    actors: {
      navigationGuard,
      authorize: fromPromise<string | null, Location>(async ({ system, input, signal }) => {
        const { authorizeNavigation } = await loadAuthorizeNavigation()
        return authorizeNavigation(input, system.get('auth'), signal)
      }),
      followRedirect: fromPromise<void, { to: string }>(async ({ system, input: { to } }) => {
        if (servicesOf(system).history.followRedirect(to)) return
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
            async () => (await import('./fetch-chain-effects.ts')).fetchChain,
          ),
        },
      }),
      deferred: deferredMachine.provide({
        actors: {
          loadDeferred: fromPromise<DeferredActors, undefined>(({ system }) =>
            servicesOf(system).loadDeferred(),
          ),
        },
      }),
      loadEditor: fromPromise<EditorActors, undefined>(({ system }) =>
        servicesOf(system).loadEditor(),
      ),
    },
  })
}

let appLogic: ReturnType<typeof createAppLogic> | undefined
/** The whole app with its effects: work enough for a turn of its own before it is started. */
export const getAppLogic = () => (appLogic ??= createAppLogic())

/** The root actor, ready to be started: whoever it belongs to may listen first. */
export const createAppActor = (services: Services, input: AppInput) => {
  const appRef = createActor(getAppLogic(), { input })
  bindServices(appRef.system, services)
  return appRef
}
