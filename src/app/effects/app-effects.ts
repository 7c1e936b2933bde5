/**
 * Provides the effects of the machines that every page starts with. Only the files of this folder call `.provide()`,
 * and only once per machine, because it creates a new one; an effect gets its services from the system it runs in.
 */
import { createActor, fromCallback, fromPromise } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Location } from '#content/navigation/location.ts'
import type { Credentials, User } from '#content/model/resource.ts'
import { type AppInput, type EditorBundle, appMachine } from '#machines/app/app.ts'
import { authMachine } from '#machines/session/auth.ts'
import type { fetchChainMachine } from '#machines/page/fetch-chain.ts'
import { type ErrorPageRef, errorPageMachine } from '#machines/page/error-page.ts'
import { fetcherMachine } from '#machines/page/fetcher.ts'
import { type DeferredBundle, deferredMachine } from '#machines/app/deferred.ts'
import {
  type EditorBuildEvent,
  type ReloadTime,
  editorBuildMachine,
} from '#machines/app/editor-build.ts'
import { type StaleBuildEvent, staleBuildMachine } from '#machines/app/stale-build.ts'
import { navigationMachine } from '#machines/page/navigation.ts'
import { pageRequestMachine } from '#machines/page/page-request.ts'
import { findReloadTime, openEditorBuild, watchOtherTabs } from '../browser/editor-build.ts'
import { canReload, reloadPage, watchPreloads } from '../browser/stale-build.ts'
import { loadAuthorizeNavigation } from '../lazy/app-screens.ts'
import { loadErrorView, whenIdle } from '../lazy/lazy-modules.ts'
import { type ActorSystem, type Services, bindServices, servicesOf } from '../services/services.ts'

/**
 * Loads code that a navigation needs, and the error screen with it, so that a navigation that fails shows it at once.
 */
const withErrorView = async <Code>(system: ActorSystem, code: Promise<Code>) => {
  const errorPageRef: ErrorPageRef = system.get('errorPage')
  errorPageRef.send({ type: 'view.requested' })
  const [loaded] = await Promise.all([code, loadErrorView().catch(() => {})])
  return loaded
}

const provideAuth = () =>
  authMachine.provide({
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
    actions: {
      clearSessionHint: ({ system }) => {
        void servicesOf(system)
          .loadApi()
          // Without the code of the API the hint cannot be written; the next page finds out that there is no session.
          .then(
            ({ auth: { clearSessionHint } }) => clearSessionHint(),
            () => {},
          )
      },
    },
  })

const provideNavigation = () =>
  navigationMachine.provide({
    actors: {
      authorize: fromPromise<string | null, Location>(async ({ system, input, signal }) => {
        const { authorizeNavigation } = await withErrorView(system, loadAuthorizeNavigation())
        return authorizeNavigation(input, system.get('auth'), signal)
      }),
    },
    actions: {
      commitLocation: ({ system }, { location, replace }) =>
        servicesOf(system).history.commit(location, replace),
    },
  })

const providePageRequest = () =>
  pageRequestMachine.provide({
    actors: {
      followRedirect: fromPromise<void, { to: string }>(async ({ system, input: { to } }) => {
        if (servicesOf(system).history.followRedirect(to)) return
        throw new Failure('unexpected', { message: `This page has moved to ${to}.` })
      }),
    },
  })

const provideErrorPage = () =>
  errorPageMachine.provide({
    actors: { loadErrorView: fromPromise<unknown, undefined>(() => loadErrorView()) },
  })

const provideStaleBuild = () =>
  staleBuildMachine.provide({
    actors: {
      watchPreloads: fromCallback<StaleBuildEvent, undefined>(({ sendBack }) =>
        watchPreloads(sendBack),
      ),
      canReload: fromPromise<boolean, undefined>(() => canReload()),
    },
    actions: { reloadPage },
  })

const provideEditorBuild = () =>
  editorBuildMachine.provide({
    actors: {
      watchOtherTabs: fromCallback<EditorBuildEvent, undefined>(({ sendBack }) =>
        watchOtherTabs(sendBack),
      ),
      findReloadTime: fromPromise<ReloadTime, undefined>(() => findReloadTime()),
      openEditorBuild: fromCallback<EditorBuildEvent, undefined>(({ sendBack }) =>
        openEditorBuild(sendBack),
      ),
    },
  })

const provideDeferred = () =>
  deferredMachine.provide({
    actors: {
      pageReady: fromPromise<void, undefined>(({ system }) => servicesOf(system).pageReady()),
      loadDeferred: fromPromise<DeferredBundle, undefined>(({ system }) =>
        servicesOf(system).loadDeferred(),
      ),
      waitForIdle: fromPromise<void, undefined>(whenIdle),
    },
  })

const provideApp = () =>
  appMachine.provide({
    actors: {
      auth: provideAuth(),
      errorPage: provideErrorPage(),
      staleBuild: provideStaleBuild(),
      editorBuild: provideEditorBuild(),
      pageRequest: providePageRequest(),
      navigation: provideNavigation(),
      fetcher: fetcherMachine.provide({
        actors: {
          loadChain: fromPromise<typeof fetchChainMachine, undefined>(
            async ({ system }) =>
              (await withErrorView(system, import('./fetch-chain-effects.ts'))).fetchChain,
          ),
        },
      }),
      deferred: provideDeferred(),
      loadEditor: fromPromise<EditorBundle, undefined>(({ system }) => {
        const { loadEditor, registry } = servicesOf(system)
        return loadEditor(registry)
      }),
    },
  })

let appLogic: ReturnType<typeof provideApp> | undefined
/** Returns the app's machine with its effects. Creating it takes long enough to be a task of its own at startup. */
export const getAppLogic = () => (appLogic ??= provideApp())

/** Creates the root actor with its services; the caller may subscribe before starting it. */
export const createAppActor = (services: Services, input: AppInput) => {
  const appRef = createActor(getAppLogic(), { input })
  bindServices(appRef.system, services)
  return appRef
}
