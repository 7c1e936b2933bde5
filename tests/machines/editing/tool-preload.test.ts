import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { toolPreloadMachine } from '#machines/editing/tool-preload.ts'
import { controlledPromise, resolvedEffect } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(toolPreloadMachine, {
  input: undefined,
  events: [
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'connection.opened' },
    { type: 'network.restored' },
    { type: 'xstate.done.actor.waitForIdle', output: undefined },
    { type: 'xstate.error.actor.waitForIdle', error: new Error('stopped') },
    { type: 'xstate.done.actor.loadTools', output: undefined },
    { type: 'xstate.error.actor.loadTools', error: new Error('offline') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → unloaded",
      "unloaded | edit.entered → waitingForIdle",
      "waitingForIdle | edit.exited → unloaded",
      "waitingForIdle | waitForIdle done → loading",
      "waitingForIdle | waitForIdle failed → loading",
      "loading | loadTools done → loaded",
      "loading | loadTools failed → failed",
      "failed | edit.entered → waitingForIdle",
      "failed | connection.opened → waitingForIdle",
      "failed | network.restored → waitingForIdle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(toolPreloadMachine, paths)).toEqual([])
  expect(untakenTransitions(toolPreloadMachine, paths)).toEqual([])
})

test('tries again with the network, until everything is there', async () => {
  const loading = controlledPromise<unknown, undefined>()
  const ref = createActor(
    toolPreloadMachine.provide({
      actors: { waitForIdle: resolvedEffect<void>(undefined), loadTools: loading.logic },
    }),
  ).start()
  const reach = (state: string) => vi.waitFor(() => expect(ref.getSnapshot().value).toBe(state))
  ref.send({ type: 'edit.entered' })
  await reach('loading')
  loading.settle({ type: 'xstate.error.actor.loadTools', error: new Error('offline') })
  await reach('failed')
  ref.send({ type: 'network.restored' })
  await reach('loading')
  loading.settle({ type: 'xstate.done.actor.loadTools', output: undefined })
  await reach('loaded')
  ref.send({ type: 'edit.entered' })
  await reach('loaded')
})
