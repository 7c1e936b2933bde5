import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type ContextFrom, waitFor } from 'xstate'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import type { AppRef } from '#machines/app/app.ts'
import { startupMachine } from '#machines/app/startup.ts'
import { createStartupActor } from '#src/app/effects/startup-effects.ts'
import { App } from '#src/app/shell/App.tsx'
import { AppScreen } from '#src/app/shell/AppScreen.tsx'
import type { ScreenViews } from '#src/app/shell/Screen.tsx'
import { ErrorView } from '#src/views/screens/ErrorView.tsx'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { startAsEnvironment } from '#charts/paths/causes.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, namedPaths } from '#charts/paths/paths.ts'
import { startupPaths } from '../../support/machines/startup-paths.ts'
import { createSiteRegistry } from '../../support/ui/site-registry.ts'

const coverage = cover(startupMachine)
const payload = pagePayload([component('Title', 'hello', { title: 'Hello' })])
const views: ScreenViews = { AppScreen, ErrorView }
const error = new Error('not here')

const paths = startupPaths({} as AppRef, views)

/** Starts an app that a test renders where the page would be hydrated. */
const open = () => {
  const { appRef, cache } = startApp('/', { payload })
  const hydrate = (appOfPage: AppRef, loaded: ScreenViews) =>
    void render(
      <App
        appRef={appOfPage}
        cache={cache}
        registry={createSiteRegistry()}
        site={defaultSiteConfig}
        origin={null}
        withSuspense={false}
        {...loaded}
      />,
    )
  return { appRef, hydrate }
}

type Context = ContextFrom<typeof startupMachine>

const heading = () => screen.queryByRole('heading', { name: 'Hello' })

afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

test.each(namedPaths(paths))('%s', async (_, path) => {
  const { appRef, hydrate } = open()
  const reported: unknown[] = []
  const effects = {
    provideEffects: controlledPromise<void, undefined>(),
    createApp: controlledPromise<AppRef, undefined>(),
    startApp: controlledPromise<void, Context>(),
    loadViews: controlledPromise<unknown, undefined>(),
    hydrate: controlledPromise<void, Context>(),
    waitForLoad: controlledPromise<void, undefined>(),
    waitForIdle: controlledPromise<void, undefined>(),
  }
  const machine = startupMachine.provide({
    actors: {
      provideEffects: effects.provideEffects.logic,
      createApp: effects.createApp.logic,
      startApp: effects.startApp.logic,
      loadViews: effects.loadViews.logic,
      hydrate: effects.hydrate.logic,
      waitForLoad: effects.waitForLoad.logic,
      waitForIdle: effects.waitForIdle.logic,
    },
    actions: { reportError: (__, event) => reported.push(event.error) },
  })
  const startupRef = startAsEnvironment(machine, { inspect: coverage.inspect })
  for (const event of path.events as Answer[]) {
    const effect = effects[event.type.split('.').at(-1) as keyof typeof effects]
    await act(async () => {
      if (event.type === 'xstate.done.actor.hydrate') hydrate(appRef, views)
      effect.settle(event)
    })
  }
  expect(startupRef.getSnapshot().value).toBe(path.next.value)
  // The page is interactive from its hydration on, and not at all when something for it could not be loaded.
  expect(heading() !== null).toBe(
    ['waitingForLoad', 'waitingForIdle', 'idle'].includes(path.next.value),
  )
  expect(reported).toEqual(path.next.value === 'failed' ? [error] : [])
})

test('renders the page in one task after another, and ends once the browser is idle', async () => {
  const tasks: (() => void)[] = []
  vi.stubGlobal('setTimeout', (task: () => void) => tasks.push(task))
  const { appRef, hydrate } = open()
  const steps: string[] = []
  const startupRef = createStartupActor({
    createApp: () => {
      steps.push('create')
      return appRef
    },
    startApp: () => void steps.push('start'),
    loadViews: async () => {
      steps.push('load')
      return views
    },
    hydrate,
  })
  startupRef.start()
  const nextTask = () => act(async () => tasks.shift()!())
  await nextTask()
  expect(steps).toEqual([])
  await nextTask()
  expect(steps).toEqual(['create'])
  await nextTask()
  expect(steps).toEqual(['create', 'start', 'load'])
  expect(heading()).toBeNull()
  await nextTask()
  expect(heading()).not.toBeNull()
  await waitFor(startupRef, ({ status }) => status === 'done')
  expect(startupRef.getSnapshot().value).toBe('idle')
})

test('a page that the browser prepares waits, with all that is deferred, until it is opened', async () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true })
  const { appRef, hydrate } = open()
  const loadViews = () => Promise.resolve(views)
  const createApp = () => appRef
  const startupRef = createStartupActor({ createApp, startApp: () => {}, loadViews, hydrate })
  startupRef.start()
  await act(() => waitFor(startupRef, (snapshot) => snapshot.matches('waitingForLoad')))
  await act(async () => {})
  expect(heading()).not.toBeNull()
  expect(startupRef.getSnapshot().value).toBe('waitingForLoad')
  Reflect.deleteProperty(document, 'prerendering')
  document.dispatchEvent(new Event('prerenderingchange'))
  await waitFor(startupRef, ({ status }) => status === 'done')
  expect(startupRef.getSnapshot().value).toBe('idle')
})

coverage.expectAll()
