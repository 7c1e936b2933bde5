import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import {
  hasFailed,
  isLastFocused,
  richTextMachine,
  selectCode,
} from '#machines/editing/rich-text/rich-text.ts'
import { controlledPromise, resolvedEffect } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(richTextMachine, {
  input: undefined,
  events: [
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'text.focused', id: 'body' },
    { type: 'code.requested' },
    { type: 'composition.started' },
    { type: 'composition.ended' },
    { type: 'retry.requested' },
    { type: 'connection.opened' },
    { type: 'network.restored' },
    { type: 'xstate.done.actor.waitForIdle', output: undefined },
    { type: 'xstate.error.actor.waitForIdle', error: new Error('stopped') },
    { type: 'xstate.done.actor.loadRichText', output: 'the code' },
    { type: 'xstate.error.actor.loadRichText', error: new Error('offline') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → code.unloaded composition.inactive",
      "richText | text.focused {textId}",
      "code.unloaded | edit.entered → code.waitingForIdle",
      "code.unloaded | code.requested → code.loading",
      "code.waitingForIdle | edit.exited → code.unloaded",
      "code.waitingForIdle | code.requested → code.loading",
      "code.waitingForIdle | waitForIdle done → code.loading",
      "code.waitingForIdle | waitForIdle failed → code.loading",
      "code.loading | loadRichText done → code.loaded {code}",
      "code.loading | loadRichText failed → code.failed",
      "code.failed | code.requested → code.loading",
      "code.failed | retry.requested → code.loading",
      "code.failed | connection.opened → code.loading",
      "code.failed | network.restored → code.loading",
      "composition.inactive | composition.started → composition.active",
      "composition.active | composition.ended → composition.inactive",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(richTextMachine, paths)).toEqual([])
  expect(untakenTransitions(richTextMachine, paths)).toEqual([])
})

/** Starts the machine with code that the test loads. */
const start = () => {
  const loading = controlledPromise<unknown, undefined>()
  const ref = createActor(
    richTextMachine.provide({
      actors: { waitForIdle: resolvedEffect<void>(undefined), loadRichText: loading.logic },
    }),
  ).start()
  return {
    ref,
    code: () => selectCode(ref.getSnapshot()),
    hasFailed: () => hasFailed(ref.getSnapshot()),
    load: async () => {
      loading.settle({ type: 'xstate.done.actor.loadRichText', output: 'the code' })
      await vi.waitFor(() => expect(ref.getSnapshot().value.code).toBe('loaded'))
    },
    fail: async () => {
      loading.settle({ type: 'xstate.error.actor.loadRichText', error: new Error('offline') })
      await vi.waitFor(() => expect(ref.getSnapshot().value.code).toBe('failed'))
    },
  }
}

test('never hands a text over while letters are being composed in it', async () => {
  const { ref, code, load } = start()
  ref.send({ type: 'code.requested' })
  ref.send({ type: 'composition.started' })
  await load()
  expect(code()).toBeNull()
  ref.send({ type: 'composition.ended' })
  expect(code()).toBe('the code')
})

test('tries again when it is asked to, when the site is reached, and with the next text', async () => {
  const { ref, code, fail, load, hasFailed: failed } = start()
  ref.send({ type: 'code.requested' })
  for (const type of ['retry.requested', 'connection.opened', 'network.restored'] as const) {
    await fail()
    expect(failed()).toBe(true)
    ref.send({ type })
    expect(failed()).toBe(false)
  }
  await fail()
  ref.send({ type: 'code.requested' })
  await load()
  expect(code()).toBe('the code')
})

test('knows the text that was focused last', () => {
  const { ref } = start()
  ref.send({ type: 'text.focused', id: 'body' })
  ref.send({ type: 'text.focused', id: 'aside' })
  expect(isLastFocused('body')(ref.getSnapshot())).toBe(false)
  expect(isLastFocused('aside')(ref.getSnapshot())).toBe(true)
})
