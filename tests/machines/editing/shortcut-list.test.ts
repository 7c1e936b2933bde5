import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import {
  areCharacterKeysEnabled,
  isOpen,
  shortcutListMachine,
} from '#machines/editing/shortcut-list.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(shortcutListMachine, {
  input: undefined,
  events: [
    { type: 'list.requested' },
    { type: 'list.dismissed' },
    { type: 'characterKey.pressed' },
    { type: 'characterKeys.enabled' },
    { type: 'characterKeys.disabled' },
    { type: 'xstate.done.actor.areCharacterKeysEnabled', output: true },
    { type: 'xstate.done.actor.areCharacterKeysEnabled', output: false },
    { type: 'xstate.error.actor.areCharacterKeysEnabled', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → list.closed characterKeys.reading",
      "list.closed | list.requested → list.open",
      "list.closed | characterKey.pressed [areCharacterKeysEnabled] → list.open",
      "list.open | list.dismissed → list.closed",
      "characterKeys.reading | areCharacterKeysEnabled done [isEnabled] → characterKeys.enabled",
      "characterKeys.reading | areCharacterKeysEnabled done → characterKeys.disabled",
      "characterKeys.reading | areCharacterKeysEnabled failed → characterKeys.enabled",
      "characterKeys.enabled | characterKeys.disabled → characterKeys.disabled (saveCharacterKeys)",
      "characterKeys.disabled | characterKeys.enabled → characterKeys.enabled (saveCharacterKeys)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(shortcutListMachine, paths)).toEqual([])
  expect(untakenTransitions(shortcutListMachine, paths)).toEqual([])
})

const run = async (enabled: boolean) => {
  const reading = controlledPromise<boolean, undefined>()
  const saved: boolean[] = []
  const ref = createActor(
    shortcutListMachine.provide({
      actors: { areCharacterKeysEnabled: reading.logic },
      actions: { saveCharacterKeys: (_, choice) => void saved.push(choice.enabled) },
    }),
  ).start()
  reading.settle({ type: 'xstate.done.actor.areCharacterKeysEnabled', output: enabled })
  await waitFor(ref, (at) => !at.matches({ characterKeys: 'reading' }))
  return { ref, saved }
}

test('a key that types a character opens nothing once such keys are turned off', async () => {
  const { ref, saved } = await run(true)
  ref.send({ type: 'characterKeys.disabled' })
  ref.send({ type: 'characterKey.pressed' })
  expect(isOpen(ref.getSnapshot())).toBe(false)
  expect(saved).toEqual([false])
})

test('keys with a modifier and the menu open it even then', async () => {
  const { ref, saved } = await run(false)
  expect(areCharacterKeysEnabled(ref.getSnapshot())).toBe(false)
  ref.send({ type: 'list.requested' })
  expect(isOpen(ref.getSnapshot())).toBe(true)
  expect(saved).toEqual([])
})
