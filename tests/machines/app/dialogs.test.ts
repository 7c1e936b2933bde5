import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { dialogsMachine, selectOpenDialog } from '#machines/app/dialogs.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const options = { title: 'Sure?', body: 'Really?' }

const paths = pathsOf(dialogsMachine, {
  input: undefined,
  events: [
    { type: 'dialog.opened', id: '1', options },
    { type: 'dialog.opened', id: '2', options },
    { type: 'dialog.withdrawn', id: '1' },
    { type: 'dialog.withdrawn', id: '2' },
    { type: 'dialog.confirmed' },
    { type: 'dialog.canceled' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "dialogs | dialog.opened [hasQueue] → open {queue}",
      "dialogs | dialog.opened {queue}",
      "dialogs | dialog.withdrawn [isFirst] → closed {queue} (emits dialog.answered)",
      "dialogs | dialog.withdrawn [isFirst, hasQueue] → open {queue} (emits dialog.answered)",
      "dialogs | dialog.withdrawn [isQueued] {queue} (emits dialog.answered)",
      "open | dialog.confirmed → closed {queue} (emits dialog.answered)",
      "open | dialog.canceled → canceling",
      "open | dialog.confirmed [hasQueue] → open {queue} (emits dialog.answered)",
      "canceling | closeAnimation elapsed → closed {queue} (emits dialog.answered)",
      "canceling | closeAnimation elapsed [hasQueue] → open {queue} (emits dialog.answered)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(dialogsMachine, paths)).toEqual([])
  expect(untakenTransitions(dialogsMachine, paths)).toEqual([])
})

/** Runs the machine with a simulated clock and records the answers. */
const run = () => {
  const clock = new SimulatedClock()
  const ref = createActor(dialogsMachine, { clock }).start()
  const answers: EmittedBy<'dialogs'>[] = []
  ref.on('dialog.answered', (answer) => answers.push(answer))
  const open = (id: string) =>
    ref.send({ type: 'dialog.opened', id, options: { ...options, body: id } })
  return { ref, clock, answers, open, visibleBody: () => selectOpenDialog(ref.getSnapshot())?.body }
}

test('shows one dialog at a time, in the order of opening', () => {
  const { ref, open, visibleBody, answers } = run()
  open('first')
  open('second')
  expect(visibleBody()).toBe('first')
  ref.send({ type: 'dialog.confirmed' })
  expect(visibleBody()).toBe('second')
  expect(answers).toEqual([{ type: 'dialog.answered', id: 'first', outcome: true }])
})

test('answers false only after the close animation', () => {
  const { ref, clock, open, visibleBody, answers } = run()
  open('first')
  ref.send({ type: 'dialog.canceled' })
  expect(visibleBody()).toBeUndefined()
  clock.increment(299)
  expect(answers).toEqual([])
  clock.increment(1)
  expect(answers).toEqual([{ type: 'dialog.answered', id: 'first', outcome: false }])
})

test('answers each dialog exactly once, even one that is withdrawn while it closes', () => {
  const { ref, clock, open, answers } = run()
  open('first')
  open('second')
  ref.send({ type: 'dialog.canceled' })
  ref.send({ type: 'dialog.withdrawn', id: 'first' })
  ref.send({ type: 'dialog.withdrawn', id: 'second' })
  ref.send({ type: 'dialog.withdrawn', id: 'second' })
  clock.increment(1_000)
  expect(answers.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['first', false],
    ['second', false],
  ])
})
