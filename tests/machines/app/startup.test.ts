import { expect, test } from 'vitest'
import { type ContextFrom, createActor, fromPromise, waitFor } from 'xstate'
import type { AppRef } from '#machines/app/app.ts'
import { startupMachine } from '#machines/app/startup.ts'
import { unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { startupPaths } from '../../support/machines/startup-paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

type Context = ContextFrom<typeof startupMachine>

const appRef = {} as AppRef

const paths = startupPaths(appRef, {})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → providing",
      "startup | provideEffects failed → failed (reportError)",
      "startup | createApp failed → failed (reportError)",
      "startup | startApp failed → failed (reportError)",
      "startup | loadViews failed → failed (reportError)",
      "startup | hydrate failed → failed (reportError)",
      "providing | provideEffects done → creating",
      "creating | createApp done → starting {appRef}",
      "starting | startApp done → loadingViews",
      "loadingViews | loadViews done → hydrating {views}",
      "hydrating | hydrate done → waitingForLoad",
      "waitingForLoad | waitForLoad done → waitingForIdle",
      "waitingForLoad | waitForLoad failed → waitingForIdle",
      "waitingForIdle | waitForIdle done → idle",
      "waitingForIdle | waitForIdle failed → idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(startupMachine, paths)).toEqual([])
  expect(untakenTransitions(startupMachine, paths)).toEqual([])
})

test('starts the app that it has created, and hydrates it with the views that it has loaded', async () => {
  const steps: unknown[] = []
  const step = <Output, Input = undefined>(name: string, output: Output) =>
    fromPromise<Output, Input>(async ({ input }) => {
      steps.push([name, input])
      return output
    })
  const machine = startupMachine.provide({
    actors: {
      provideEffects: step<void>('provide effects', undefined),
      createApp: step('create', appRef),
      startApp: step<void, Context>('start', undefined),
      loadViews: step<unknown>('load', 'the views'),
      hydrate: step<void, Context>('hydrate', undefined),
      waitForLoad: step<void>('wait for the window', undefined),
      waitForIdle: step<void>('wait for the browser', undefined),
    },
  })
  const startupRef = createActor(machine).start()
  await waitFor(startupRef, ({ status }) => status === 'done')
  expect(steps).toEqual([
    ['provide effects', undefined],
    ['create', undefined],
    ['start', { appRef, views: null }],
    ['load', undefined],
    ['hydrate', { appRef, views: 'the views' }],
    ['wait for the window', undefined],
    ['wait for the browser', undefined],
  ])
})
