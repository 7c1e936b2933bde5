import { expect, test } from 'vitest'
import { locationOf } from '#content/navigation/location.ts'
import { listSearchMachine } from '#machines/admin/list-search.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(listSearchMachine, {
  input: { words: 'goat' },
  events: [
    { type: 'words.typed', words: 'goats ' },
    { type: 'search.submitted' },
    ...['goats', 'sheep'].map((words) => ({
      type: 'location.committed' as const,
      location: locationOf(`/_cwa/pages?search=${words}`),
    })),
  ],
  distinguishBy: ({ words }) => words,
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "listSearch | words.typed → typing {words}",
      "idle | location.committed [isOther] {words}",
      "typing | search.submitted → idle (openSearch)",
      "typing | debounce elapsed → idle (openSearch)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(listSearchMachine, paths)).toEqual([])
  expect(untakenTransitions(listSearchMachine, paths)).toEqual([])
})
