import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { type DialogsEmitted, dialogsMachine, selectOpenDialog } from '#machines/app/dialogs.ts'
import { pathsOf, transitionTable, uncrossed, unreachable } from '../../support/machines/paths.ts'

const options = { title: 'Sure?', body: 'Really?' }

const paths = pathsOf(dialogsMachine, {
  input: undefined,
  events: [
    { type: 'dialog.opened', id: '1', options },
    { type: 'dialog.opened', id: '2', options },
    { type: 'dialog.withdrawn', id: '1' },
    { type: 'dialog.withdrawn', id: '2' },
    { type: 'dialog.confirmed' },
    { type: 'dialog.cancelled' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "closed | dialog.opened → open",
      "open | dialog.opened → open",
      "open | dialog.withdrawn → closed (says dialog.answered)",
      "open | dialog.confirmed → closed (says dialog.answered)",
      "open | dialog.cancelled → cancelling",
      "open | dialog.withdrawn → open (says dialog.answered)",
      "open | dialog.confirmed → open (says dialog.answered)",
      "cancelling | dialog.opened → cancelling",
      "cancelling | dialog.withdrawn → closed (says dialog.answered)",
      "cancelling | closeAnimation over → closed (says dialog.answered)",
      "cancelling | dialog.withdrawn → open (says dialog.answered)",
      "cancelling | dialog.withdrawn → cancelling (says dialog.answered)",
      "cancelling | closeAnimation over → open (says dialog.answered)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachable(dialogsMachine, paths)).toEqual([])
  expect(uncrossed(dialogsMachine, paths)).toEqual([])
})

/** Runs the machine with a simulated clock and records the answers. */
const run = () => {
  const clock = new SimulatedClock()
  const ref = createActor(dialogsMachine, { clock }).start()
  const answers: DialogsEmitted[] = []
  ref.on('dialog.answered', (answer) => answers.push(answer))
  const ask = (id: string) =>
    ref.send({ type: 'dialog.opened', id, options: { ...options, body: id } })
  return { ref, clock, answers, ask, shown: () => selectOpenDialog(ref.getSnapshot())?.body }
}

test('shows one dialog at a time, in the order of opening', () => {
  const { ref, ask, shown, answers } = run()
  ask('first')
  ask('second')
  expect(shown()).toBe('first')
  ref.send({ type: 'dialog.confirmed' })
  expect(shown()).toBe('second')
  expect(answers).toEqual([{ type: 'dialog.answered', id: 'first', outcome: true }])
})

test('answers false only after the close animation', () => {
  const { ref, clock, ask, shown, answers } = run()
  ask('first')
  ref.send({ type: 'dialog.cancelled' })
  expect(shown()).toBeUndefined()
  clock.increment(299)
  expect(answers).toEqual([])
  clock.increment(1)
  expect(answers).toEqual([{ type: 'dialog.answered', id: 'first', outcome: false }])
})

test('answers each dialog exactly once, even one that is withdrawn while it closes', () => {
  const { ref, clock, ask, answers } = run()
  ask('first')
  ask('second')
  ref.send({ type: 'dialog.cancelled' })
  ref.send({ type: 'dialog.withdrawn', id: 'first' })
  ref.send({ type: 'dialog.withdrawn', id: 'second' })
  ref.send({ type: 'dialog.withdrawn', id: 'second' })
  clock.increment(1_000)
  expect(answers.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['first', false],
    ['second', false],
  ])
})
