import { expect, test } from 'vitest'
import { routeChangesMachine } from '#machines/admin/route-changes.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(routeChangesMachine, {
  input: { undoable: { iri: '/_/bulk_changes/1', label: '1 route deleted' } },
  events: [
    { type: 'xstate.done.actor.routeUndo' as const },
    ...['/_/pages/1', '/page_data/articles/1', '/_/routes//about', '/component/texts/1'].map(
      (iri) => ({
        type: 'message.received' as const,
        id: '1',
        data: { '@id': iri },
      }),
    ),
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → waiting",
      "routeChanges | routeUndo done → ended {undoable}",
      "routeChanges | message.received [isAboutRoutes] → settling",
      "settling | debounce elapsed → ended",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(routeChangesMachine, paths)).toEqual([])
  expect(untakenTransitions(routeChangesMachine, paths)).toEqual([])
})
