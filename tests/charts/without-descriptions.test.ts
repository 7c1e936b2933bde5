/** The build leaves descriptions out of the browser bundle, and nothing else. */
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { removeDescriptions } from '../../scripts/support/without-descriptions.ts'

const removed = (code: string) => removeDescriptions(code, parseAst(code))

test('leaves out the descriptions of states and guards', () => {
  expect(
    removed(`const door = setup({}).createMachine({
  id: 'door',
  meta: { guards: { ...shared, isLocked: 'The door is locked.' } },
  states: {
    open: { description: 'One can pass.', on: { close: 'closed' } },
    closed: { description: 'One cannot pass.' },
    moving: { description: 'It moves.', ...invokeThen('move', 'open') },
  },
})`),
  ).toBe(`const door = setup({}).createMachine({
  id: 'door',
  
  states: {
    open: {  on: { close: 'closed' } },
    closed: { },
    moving: invokeThen('move', 'open'),
  },
})`)
})

test('keeps all that is no description', () => {
  const code = `const kept = {
  description: describe(event), // “computed”
  meta: { guards: {}, isPrivate: true },
  ...others,
  titles: { ...others },
}`
  expect(removed(code)).toBe(code)
})
