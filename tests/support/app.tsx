/** Renders the whole app with effects that the test controls. */
import { useSelector } from '@xstate/react'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import type { AnyActorRef, AnyEventObject } from 'xstate'
import type { User } from '#content/model/resource.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import type { AppRef } from '#machines/app/app.ts'
import type { DeferredBundle } from '#machines/app/deferred.ts'
import type { HubStreamEvent } from '#machines/live/hub-connection.ts'
import { isAdmin } from '#machines/session/auth.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import type { BrowserHistory } from '#src/app/browser/history.ts'
import { App } from '#src/app/shell/App.tsx'
import { AppScreen as LoadedAppScreen } from '#src/app/shell/AppScreen.tsx'
import type { ScreenViews } from '#src/app/shell/Screen.tsx'
import { ErrorView } from '#src/views/screens/ErrorView.tsx'
import { loadDeferred } from '#src/app/lazy/load-deferred.ts'
import type { Views } from '#src/views/registry/registry.ts'
import { ConfirmDialog } from '#src/editor/dialogs/ConfirmDialog.tsx'
import { Notifications } from '#src/editor/feedback/Notifications.tsx'
import { type StartAppOptions, startApp } from './machines/app-actors.ts'
import { createSiteRegistry } from './ui/site-registry.ts'
import { goBackTo, listenToHistory, openHistory } from './machines/browser-history.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import type { Answer, Path } from '#charts/paths/paths.ts'

// Loads the deferred views up front, so that they render as soon as their actors run.
const { views: deferredViews } = await loadDeferred()

export interface OpenAppOptions extends StartAppOptions {
  /** The layouts of the site, in place of its own. */
  layouts?: Views['layouts']
  history?: BrowserHistory
  AppScreen?: ScreenViews['AppScreen']
}

export const openApp = (
  href: string,
  {
    layouts = {},
    history = openHistory(href),
    AppScreen = LoadedAppScreen,
    ...options
  }: OpenAppOptions = {},
) => {
  const app = startApp(href, { history, deferredViews, ...options })
  const registry = createSiteRegistry({ layouts })
  const { children } = app.appRef.getSnapshot()
  listenToHistory(history, children.navigation!)
  render(
    <>
      <App
        appRef={app.appRef}
        cache={app.cache}
        registry={registry}
        site={defaultSiteConfig}
        origin={null}
        withSuspense={false}
        AppScreen={AppScreen}
        ErrorView={ErrorView}
      />
      {/* The real editor renders its own dialogs and notifications. */}
      {!options.editor && <EditorFeedback appRef={app.appRef} />}
    </>,
  )

  const user = userEvent.setup({ delay: null })
  return {
    ...app,
    user,
    location: () => selectLocation(children.navigation!.getSnapshot()),
    /** Runs work that no gesture of the user causes (a timer, a response, a browser event) inside `act`. */
    happen: (work: () => void | Promise<void>) => act(async () => work()),
    wait: (ms: number) => act(async () => app.clock.increment(ms)),
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    follow: async (name: string) => user.click(await screen.findByRole('link', { name })),
    /** Navigates by the browser's Back. */
    pop: (to: string) => act(async () => goBackTo(to)),
  }
}

/** Renders the app and then loads the deferred actors, as in a browser: they listen after the others do. */
export const openAppThenDeferred = async (href: string, options: OpenAppOptions) => {
  const deferred = controlledPromise<DeferredBundle, undefined>()
  const app = openApp(href, { ...options, loading: { deferred } })
  await app.happen(() =>
    deferred.settle({ type: 'xstate.done.actor.loadDeferred', output: app.deferred }),
  )
  return app
}

/** Renders the dialogs and notifications of the fake editor, once it is loaded. */
function EditorFeedback({ appRef }: { appRef: AppRef }) {
  const dialogsRef = useSelector(appRef, ({ children }) => children.dialogs)
  const notificationsRef = useSelector(appRef, ({ children }) => children.notifications)
  return (
    <>
      {dialogsRef && <ConfirmDialog dialogsRef={dialogsRef} />}
      {notificationsRef && <Notifications notificationsRef={notificationsRef} />}
    </>
  )
}

export type OpenApp = ReturnType<typeof openApp>

/** The gesture behind each event type: an action of the user, an effect's result or an event of another actor. */
export type Gestures = Record<string, (app: OpenApp, event: never) => unknown>

/** Performs the gestures of a generated path and expects the actor to reach the state of the machine. */
export const walkPath = async (app: OpenApp, ref: AnyActorRef, path: Path, gestures: Gestures) => {
  for (const event of path.events) {
    const gesture = gestures[event.type]
    if (!gesture) throw new Error(`There is no gesture for ${event.type}.`)
    await gesture(app, event as never)
  }
  expect(ref.getSnapshot().value).toEqual(path.next.value)
}

/** Sends an event to an actor, in place of the actor that sends it in the app. */
export const sendTo = (id: string) => (app: OpenApp, event: AnyEventObject) =>
  app.happen(() => app.appRef.system.get(id).send(event))

/** Emits an event of the hub connection. */
export const receiveFromHub = ({ hub, happen }: OpenApp, event: HubStreamEvent) =>
  happen(() => hub.send(event))

/** Finishes loading the editor bundle, which starts once an administrator is signed in. */
export const openEditor = ({ happen, effects, editor }: OpenApp) =>
  happen(() => effects.loadEditor.settle({ type: 'xstate.done.actor.loadEditor', output: editor }))

/** Settles an effect with a result or an error. */
export const settleEffect = (effect: keyof OpenApp['effects']) => (app: OpenApp, event: Answer) =>
  app.happen(() => app.effects[effect].settle(event))

/** Signs in through the form, also where another account is signed in. */
export const signIn = async (app: OpenApp, user: User) => {
  await app.pop('/login?account=other')
  await app.user.type(screen.getByLabelText('Username or email'), user.username)
  await app.user.type(screen.getByLabelText('Password'), 'secret')
  await app.press('Sign in')
  await settleEffect('signIn')(app, { type: 'xstate.done.actor.signIn', output: user })
}

/** Asks to sign out: an administrator by the menu of the editor, which has to be a real one, others by their own. */
export const requestSignOut = async (app: OpenApp) => {
  if (!isAdmin(app.appRef.system.get('auth').getSnapshot())) return app.press('Sign out')
  await openEditor(app)
  await app.press('Site menu')
  await app.user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}

export const signOut = async (app: OpenApp) => {
  await requestSignOut(app)
  await settleEffect('signOut')(app, { type: 'xstate.done.actor.signOut' })
}

/** Ends the session: a page is refused because the session has expired. */
export const expireSession = async (app: OpenApp) => {
  await app.pop('/private')
  await settlePage(app, { status: 401, page: null, entries: [] })
}

/** Loses the connection to the network and finds it again. */
export const restoreNetwork = async ({ happen, enhancements }: OpenApp) => {
  await happen(() => enhancements.callbacks.network.send({ type: 'network.lost' }))
  await happen(() => enhancements.callbacks.network.send({ type: 'network.restored' }))
}

/** Settles the request for a page with a payload: a page, a redirect or an error. */
export const settlePage = ({ happen, effects }: OpenApp, output: PagePayload) =>
  happen(() => effects.fetchPayload.settle({ type: 'xstate.done.actor.fetchPayload', output }))
