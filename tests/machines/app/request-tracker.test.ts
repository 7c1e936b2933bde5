import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { isPending, requestTrackerMachine, selectPercent } from '#machines/app/request-tracker.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(requestTrackerMachine, {
  input: undefined,
  events: [
    { type: 'request.started', id: '1' },
    { type: 'request.started', id: '2' },
    { type: 'request.finished', id: '1' },
    { type: 'request.finished', id: '2' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "idle | request.started → pending {pending, total} (emits requests.busy)",
      "pending | request.started {pending, total}",
      "pending | request.finished [isLast] → idle {pending, total} (emits requests.idle)",
      "pending | request.finished [isPending] {pending}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(requestTrackerMachine, paths)).toEqual([])
  expect(untakenTransitions(requestTrackerMachine, paths)).toEqual([])
})

const run = () => {
  const ref = createActor(requestTrackerMachine).start()
  const emitted: EmittedBy<'requestTracker'>['type'][] = []
  ref.on('*', ({ type }) => emitted.push(type))
  const begin = (id: string) => ref.send({ type: 'request.started', id })
  const end = (id: string) => ref.send({ type: 'request.finished', id })
  return { emitted, begin, end, snapshot: () => ref.getSnapshot() }
}

test('emits once when requests start and once when none is pending', () => {
  const { emitted, begin, end, snapshot } = run()
  begin('1')
  begin('2')
  end('1')
  expect(isPending(snapshot())).toBe(true)
  end('2')
  expect(isPending(snapshot())).toBe(false)
  expect(emitted).toEqual(['requests.busy', 'requests.idle'])
})

test('ignores a request that has finished already', () => {
  const { begin, end, snapshot } = run()
  begin('1')
  begin('2')
  end('1')
  end('1')
  expect(isPending(snapshot())).toBe(true)
})

test('computes the finished share of concurrent requests', () => {
  const { begin, end, snapshot } = run()
  expect(selectPercent(snapshot())).toBe(100)
  for (const id of ['1', '2', '3']) begin(id)
  expect(selectPercent(snapshot())).toBe(0)
  end('2')
  expect(selectPercent(snapshot())).toBe(33)
  end('1')
  end('3')
  expect(selectPercent(snapshot())).toBe(100)
})
