/** Provides the effects of the start in the browser. */
import { createActor, fromPromise } from 'xstate'
import type { AppRef } from '#machines/app/app.ts'
import { startupMachine } from '#machines/app/startup.ts'
import { whenIdle } from '../lazy/lazy-modules.ts'
import type { ScreenViews } from '../shell/Screen.tsx'
import { getAppLogic } from './app-effects.ts'

interface Steps {
  createApp: () => AppRef
  startApp: (appRef: AppRef) => void
  loadViews: () => Promise<ScreenViews>
  hydrate: (appRef: AppRef, views: ScreenViews) => void
}

const eventOf = (target: EventTarget, type: string) =>
  new Promise((resolve) => target.addEventListener(type, resolve, { once: true }))

/**
 * Resolves once the window has loaded, and the visitor has opened the page: the browser may prepare one that nobody ever
 * sees, for which no connection to the hub is opened, and nothing is fetched.
 */
const windowLoaded = async () => {
  if (document.readyState !== 'complete') await eventOf(window, 'load')
  if ('prerendering' in document && document.prerendering)
    await eventOf(document, 'prerenderingchange')
}

/**
 * Returns an effect that takes a step in a task of its own. Input events that are pending are handled before: on a slow
 * phone, the start would otherwise be one long task.
 */
const inNextTask = <Output, Input>(step: (input: Input) => Output) =>
  fromPromise<Output, Input>(async ({ input }) => {
    await new Promise((resolve) => setTimeout(resolve))
    return step(input)
  })

/** Creates the actor that takes the steps of the start. */
export const createStartupActor = ({ createApp, startApp, loadViews, hydrate }: Steps) =>
  createActor(
    startupMachine.provide({
      actors: {
        provideEffects: inNextTask<void, undefined>(() => void getAppLogic()),
        createApp: inNextTask(createApp),
        startApp: inNextTask(({ appRef }) => startApp(appRef!)),
        loadViews: fromPromise<unknown, undefined>(loadViews),
        hydrate: inNextTask(({ appRef, views }) => hydrate(appRef!, views as ScreenViews)),
        waitForLoad: fromPromise<void, undefined>(windowLoaded),
        waitForIdle: fromPromise<void, undefined>(whenIdle),
      },
      actions: { reportError: (_, { error }) => reportError(error) },
    }),
  )
