import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import { recentKindsMachine, selectRecentKinds } from '#machines/editing/changes/recent-kinds.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(recentKindsMachine, {
  input: undefined,
  events: [
    { type: 'add.staged', kind: 'Title' },
    { type: 'add.inserted', kind: 'Image' },
    { type: 'xstate.done.actor.readRecentKinds', output: ['Form'] },
    { type: 'xstate.error.actor.readRecentKinds', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "recentKinds | add.staged → remembering {kinds} (saveRecentKinds)",
      "recentKinds | add.inserted → remembering {kinds} (saveRecentKinds)",
      "reading | readRecentKinds done → remembering {kinds}",
      "reading | readRecentKinds failed → remembering",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(recentKindsMachine, paths)).toEqual([])
  expect(untakenTransitions(recentKindsMachine, paths)).toEqual([])
})

const run = () => {
  const reading = controlledPromise<string[], undefined>()
  const saved: (readonly string[])[] = []
  const ref = createActor(
    recentKindsMachine.provide({
      actors: { readRecentKinds: reading.logic },
      actions: { saveRecentKinds: (_, { kinds }) => void saved.push(kinds) },
    }),
  ).start()
  return { ref, reading, saved, kinds: () => selectRecentKinds(ref.getSnapshot()) }
}

test('the kind that was added last comes first, and only the last three are remembered', async () => {
  const { ref, reading, saved, kinds } = run()
  reading.settle({ type: 'xstate.done.actor.readRecentKinds', output: ['Form', 'Title'] })
  await waitFor(ref, (snapshot) => snapshot.matches('remembering'))
  expect([kinds(), saved]).toEqual([['Form', 'Title'], []])
  ref.send({ type: 'add.staged', kind: 'Title' })
  expect(kinds()).toEqual(['Title', 'Form'])
  ref.send({ type: 'add.inserted', kind: 'Image' })
  ref.send({ type: 'add.staged', kind: 'Collection' })
  expect(kinds()).toEqual(['Collection', 'Image', 'Title'])
  expect(saved).toHaveLength(3)
  expect(saved.at(-1)).toEqual(kinds())
})

test('a browser that forbids its storage remembers nothing from before', async () => {
  const { ref, reading, kinds } = run()
  reading.settle({ type: 'xstate.error.actor.readRecentKinds', error: new Error('refused') })
  await waitFor(ref, (snapshot) => snapshot.matches('remembering'))
  expect(kinds()).toEqual([])
})
