import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SimulatedClock, createActor, waitFor } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { type GroupMove, type IndexMove, moveItem } from '#content/change/moves/pending-moves.ts'
import { type SortedPosition, moveTo } from '#content/model/order.ts'
import {
  type ResumedReorder,
  reorderMachine,
  selectFailure,
  selectOrder,
} from '#machines/editing/changes/reorder.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const group = '/_/component_groups/1'
const [a, b, c, d] = [
  '/_/component_positions/a',
  '/_/component_positions/b',
  '/_/component_positions/c',
  '/_/component_positions/d',
] as const
const order = [a, b, c, d]
const up = { position: c, to: 1, order }
const saved = { resource: null }

const paths = pathsOf(reorderMachine, {
  input: { group, ...up },
  events: [
    { type: 'move.requested', ...up },
    { type: 'move.requested', position: c, to: 2, order },
    { type: 'move.requested', position: d, to: 0, order },
    { type: 'flush.requested' },
    { type: 'connection.opened' },
    { type: 'network.restored' },
    { type: 'session.renewed' },
    { type: 'retry.requested' },
    { type: 'moves.discarded' },
    { type: 'xstate.done.actor.saveChange', output: saved },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
  ],
  distinguishBy: ({ moves }) => moves.length > 1,
})

const page = { path: '/', title: 'Home' }
const resumed: ResumedReorder = {
  group,
  order: [a, c, b, d],
  moves: [{ position: c, to: b, before: order }],
  page,
  failure: null,
}
const resumedPaths = pathsOf(reorderMachine, { input: resumed, events: [] })

test('has this transition table', () => {
  expect(transitionTable([...paths, ...resumedPaths])).toMatchInlineSnapshot(`
    [
      "start → collecting",
      "start → failed",
      "idle | move.requested → collecting {moves, order}",
      "idle | move.requested [not hasMoves] → idle",
      "collecting | move.requested → collecting {moves, order}",
      "collecting | move.requested [not hasMoves] → idle {moves, order}",
      "collecting | flush.requested → saving",
      "collecting | debounce elapsed → saving",
      "saving | move.requested {moves, order}",
      "saving | saveChange done → idle {moves, order}",
      "saving | saveChange failed → failed {failure}",
      "saving | saveChange done [hasMoves] → saving {moves}",
      "failed | move.requested → collecting {failure, moves, order}",
      "failed | move.requested [not hasMoves] → idle {failure, moves, order}",
      "failed | flush.requested [isRetryable] → saving",
      "failed | connection.opened [isRetryable] → saving",
      "failed | network.restored [isRetryable] → saving",
      "failed | session.renewed [isRetryable] → saving",
      "failed | retry.requested → saving",
      "failed | moves.discarded → idle {failure, moves, order}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(reorderMachine, [...paths, ...resumedPaths])).toEqual([])
  expect(untakenTransitions(reorderMachine, [...paths, ...resumedPaths])).toEqual([])
})

const run = (first: IndexMove = up, started: ResumedReorder | GroupMove = { group, ...first }) => {
  const saving = controlledPromise<SaveResult, Intent>()
  const clock = new SimulatedClock()
  const ref = createActor(reorderMachine.provide({ actors: { saveChange: saving.logic } }), {
    input: started,
    clock,
  }).start()
  const sent = () => saving.calls.map(({ input }) => input)
  const answered = async () => {
    const callCount = sent().length
    await waitFor(ref, (at) => !at.hasTag('busy') || sent().length > callCount)
  }
  return {
    ref,
    clock,
    sent,
    order: () => selectOrder(ref.getSnapshot()),
    move: (position: Iri<'COMPONENT_POSITION'>, to: number) =>
      ref.send({ type: 'move.requested', position, to, order }),
    flush: () => ref.send({ type: 'flush.requested' }),
    answer: () => {
      saving.settle({ type: 'xstate.done.actor.saveChange', output: saved })
      return answered()
    },
    refuse: (error: Failure) => {
      saving.settle({ type: 'xstate.error.actor.saveChange', error })
      return answered()
    },
  }
}

test('shows the new order at once and saves it a second after the last move', () => {
  const { clock, move, order: shown, sent } = run()
  expect(shown()).toEqual([a, c, b, d])
  clock.increment(999)
  move(c, 0)
  expect(shown()).toEqual([c, a, b, d])
  clock.increment(999)
  expect(sent()).toEqual([])
  clock.increment(1)
  expect(sent()).toEqual([{ kind: 'move', position: c, to: a }])
})

test('saves nothing when everything is back in place', () => {
  const { clock, move, order: shown, sent, ref } = run()
  move(c, 2)
  clock.increment(1_000)
  expect(sent()).toEqual([])
  expect(shown()).toBeNull()
  expect(ref.getSnapshot().value).toBe('idle')
})

test('saves several moves in their order', async () => {
  const { move, flush, answer, sent, order: shown } = run()
  move(d, 0)
  expect(shown()).toEqual([d, a, c, b])
  flush()
  await answer()
  expect(sent()).toEqual([
    { kind: 'move', position: c, to: b },
    { kind: 'move', position: d, to: a },
  ])
  expect(shown()).toEqual([d, a, c, b])
  await answer()
  expect(shown()).toBeNull()
})

test('keeps a move during a save as a move of its own', async () => {
  const { move, flush, answer, sent } = run()
  flush()
  move(c, 0)
  await answer()
  expect(sent()).toEqual([
    { kind: 'move', position: c, to: b },
    { kind: 'move', position: c, to: a },
  ])
})

test('keeps an order that could not be saved until it is retried or discarded', async () => {
  const again = run()
  again.flush()
  await again.refuse(new Failure('offline'))
  expect(again.order()).toEqual([a, c, b, d])
  expect(selectFailure(again.ref.getSnapshot())?.kind).toBe('offline')
  again.ref.send({ type: 'retry.requested' })
  await again.answer()
  expect(again.order()).toBeNull()

  const given = run()
  given.flush()
  await given.refuse(new Failure('offline'))
  given.ref.send({ type: 'moves.discarded' })
  expect(given.order()).toBeNull()
  given.flush()
  expect(given.sent()).toHaveLength(1)
})

test('moves from before the document was loaded are saved only when the user says so', async () => {
  const { ref, sent, flush, order: shown, answer } = run(up, resumed)
  flush()
  ref.send({ type: 'network.restored' })
  expect(sent()).toEqual([])
  expect(shown()).toEqual([a, c, b, d])
  ref.send({ type: 'retry.requested' })
  expect(sent()).toEqual([{ kind: 'move', position: c, to: b }])
  await answer()
  expect(shown()).toBeNull()
})

test('an order that somebody else has changed is overwritten only when the user says so', async () => {
  const { ref, sent, flush, refuse } = run()
  flush()
  await refuse(new Failure('conflict'))
  flush()
  ref.send({ type: 'network.restored' })
  ref.send({ type: 'connection.opened' })
  ref.send({ type: 'session.renewed' })
  expect(sent()).toHaveLength(1)
  ref.send({ type: 'retry.requested' })
  expect(sent()).toHaveLength(2)
})

/** Returns the order that the API stores for the moves. */
const applied = (values: number[], moves: Intent[]) =>
  moves.reduce(
    (positions, intent) => {
      if (intent.kind !== 'move') return positions
      const to = positions.find(({ iri }) => iri === intent.to)!.sortValue
      const { sortValue, shifted } = moveTo(positions, intent.position, to)
      return positions.map((one) => {
        if (one.iri === intent.position) return { ...one, sortValue }
        return shifted.find(({ iri }) => iri === one.iri) ?? one
      })
    },
    order.map((iri, index): SortedPosition => ({ iri, sortValue: values[index]! })),
  )

test('keeps the move before one that is reverted', () => {
  const reorder = run({ position: a, to: 1, order })
  reorder.move(b, 1)
  reorder.move(b, 0)
  reorder.move(a, 0)
  reorder.flush()
  expect(reorder.order()).toBeNull()
  expect(reorder.sent()).toEqual([])
})

test('saves the order that was shown, whatever was moved', async () => {
  const move = fc.record({ position: fc.constantFrom(...order), to: fc.nat(3) })
  const values = fc.uniqueArray(fc.nat(50), { minLength: 4, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 8 }), values, async (moves, at) => {
      const [first, ...others] = moves
      const reorder = run({ ...first!, order })
      for (const { position, to } of others) reorder.move(position, to)
      const shown = moves.reduce(
        (before, { position, to }) => moveItem(before, position, to),
        order,
      )
      reorder.flush()
      while (reorder.ref.getSnapshot().matches('saving')) await reorder.answer()
      const stored = applied(
        at.toSorted((one, other) => one - other),
        reorder.sent(),
      )
      expect(
        stored.toSorted((one, other) => one.sortValue - other.sortValue).map(({ iri }) => iri),
      ).toEqual(shown)
    }),
  )
})
