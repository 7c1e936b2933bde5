import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { linkFormMachine, selectError } from '#machines/editing/rich-text/link-form.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(linkFormMachine, {
  input: undefined,
  distinguishBy: ({ address }) => [address],
  events: [
    { type: 'link.requested', address: '/about' },
    { type: 'address.changed', address: 'javascript:alert(1)' },
    { type: 'address.submitted' },
    { type: 'form.canceled' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "closed | link.requested → open.editing {address, isLink}",
      "open | address.changed {address}",
      "open | address.submitted [isValid] → closed (emits form.closed)",
      "open | form.canceled → closed (emits form.closed)",
      "open | address.submitted → open.refused",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(linkFormMachine, paths)).toEqual([])
  expect(untakenTransitions(linkFormMachine, paths)).toEqual([])
})

const openForm = () => {
  const closed: (string | null)[] = []
  const ref = createActor(linkFormMachine).start()
  ref.on('form.closed', ({ address }) => closed.push(address))
  ref.send({ type: 'link.requested', address: '/' })
  return { ref, closed, error: () => selectError(ref.getSnapshot()) }
}

test('says what is wrong with a submitted address until it is right, and only then closes', () => {
  const { ref, closed, error } = openForm()
  ref.send({ type: 'address.changed', address: 'nowhere' })
  expect(error()).toBeNull()
  ref.send({ type: 'address.submitted' })
  expect(error()).toMatch(/^Enter a path/)
  expect(closed).toEqual([])
  ref.send({ type: 'address.changed', address: ' /about ' })
  expect(error()).toBeNull()
  ref.send({ type: 'address.submitted' })
  expect(closed).toEqual(['/about'])
})

test('an empty address is valid, since it removes the link; canceling leaves it as it is', () => {
  const { ref, closed } = openForm()
  ref.send({ type: 'address.changed', address: ' ' })
  ref.send({ type: 'address.submitted' })
  ref.send({ type: 'link.requested', address: '/' })
  ref.send({ type: 'form.canceled' })
  expect(closed).toEqual(['', null])
})
