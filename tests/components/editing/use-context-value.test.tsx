import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { assign, createActor, setup } from 'xstate'
import { useContextValue } from '#src/editor/hooks/use-context-value.ts'

afterEach(cleanup)

const counterMachine = setup({
  types: {} as { context: { count: number }; events: { type: 'counted' } | { type: 'noticed' } },
  actions: { count: assign({ count: ({ context }) => context.count + 1 }) },
}).createMachine({
  context: { count: 0 },
  initial: 'idle',
  states: { idle: { on: { counted: { actions: 'count' }, noticed: 'noticed' } }, noticed: {} },
})

/** Renders the count of an actor several times, and counts how often it is derived. */
const renderCounts = (times: number) => {
  const ref = createActor(counterMachine).start()
  const derived = { calls: 0 }
  const Count = () => {
    const count = useContextValue(ref, ({ context }) => {
      derived.calls += 1
      return Math.floor(context.count / 2)
    })
    return <p>{count}</p>
  }
  const { unmount } = render(Array.from({ length: times }, (_, at) => <Count key={at} />))
  derived.calls = 0
  return { ref, derived, unmount }
}

const shown = () => screen.getAllByRole('paragraph').map((element) => element.textContent)

test('shows the value, and derives it only when the context has changed', () => {
  const { ref, derived } = renderCounts(3)
  act(() => ref.send({ type: 'counted' }))
  expect(derived.calls).toBe(3)
  expect(shown()).toEqual(['0', '0', '0'])
  act(() => ref.send({ type: 'counted' }))
  expect(shown()).toEqual(['1', '1', '1'])
  derived.calls = 0
  act(() => ref.send({ type: 'noticed' }))
  expect(derived.calls).toBe(0)
})

test('observes an actor no longer than it is shown, and again after that', () => {
  const { ref, derived, unmount } = renderCounts(2)
  unmount()
  ref.send({ type: 'counted' })
  ref.send({ type: 'counted' })
  expect(derived.calls).toBe(0)
  const Count = () => <p>{useContextValue(ref, ({ context }) => context.count)}</p>
  render(<Count />)
  expect(shown()).toEqual(['2'])
  act(() => ref.send({ type: 'counted' }))
  expect(shown()).toEqual(['3'])
})
