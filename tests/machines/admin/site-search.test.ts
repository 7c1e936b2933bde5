import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { type SearchOption, siteCommands } from '#content/admin/site-commands.ts'
import type { SearchGroup } from '#content/admin/site-search.ts'
import { Failure } from '#content/model/failure.ts'
import {
  type SearchAnswer,
  type SiteSearchRequest,
  selectActive,
  selectFailedGroups,
  selectOptionGroups,
  selectSummary,
  siteSearchMachine,
} from '#machines/admin/site-search.ts'
import { controlledCallback } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const commands = siteCommands({ user: null, canEdit: true, isEditing: false })
const input = { commands, groups: ['pages', 'routes'] as const }
const option = (id: string, label: string): SearchOption => ({
  id,
  label,
  detail: '',
  target: { href: `/${label}` },
})
const found = (group: SearchGroup, ...options: SearchOption[]): SearchAnswer => ({
  type: 'group.found',
  group,
  options,
})
const about = option('pages-1', 'about')
const aboutRoute = option('routes-1', '/about')
const offline = new Failure('offline')

const paths = pathsOf(siteSearchMachine, {
  input,
  events: [
    { type: 'query.changed', query: 'about' },
    { type: 'query.changed', query: 'a' },
    { type: 'option.moved', to: 'last' },
    { type: 'retry.requested' },
    found('pages', about),
    found('routes'),
    { type: 'group.failed', group: 'routes', error: offline },
    { type: 'xstate.error.actor.searchSite', error: offline },
  ],
  distinguishBy: ({ found: groups }) => [groups.pages?.status, groups.routes?.status],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "siteSearch | query.changed [isSearchable] → debouncing {found, query}",
      "siteSearch | query.changed → idle {found, query}",
      "siteSearch | option.moved {activeId}",
      "debouncing | debounce elapsed → searching",
      "searching | group.found {found}",
      "searching | group.failed {found}",
      "searching | searchSite failed → settled {found}",
      "searching | group.found [isComplete] → settled {found}",
      "searching | group.failed [isComplete] → settled {found}",
      "settled | retry.requested [hasFailed] → searching {found}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(siteSearchMachine, paths)).toEqual([])
  expect(untakenTransitions(siteSearchMachine, paths)).toEqual([])
})

const start = () => {
  const searching = controlledCallback<SearchAnswer, SiteSearchRequest>()
  const clock = new SimulatedClock()
  const machine = siteSearchMachine.provide({ actors: { searchSite: searching.logic } })
  const ref = createActor(machine, { clock, input }).start()
  const type = (query: string) => ref.send({ type: 'query.changed', query })
  const shown = () =>
    selectOptionGroups(ref.getSnapshot()).map(({ name, options }) => [
      name,
      ...options.map(({ label }) => label),
    ])
  return { ref, clock, searching, type, shown }
}

test('searches once after a pause, and not for a single letter', () => {
  const { clock, searching, type } = start()
  for (const query of ['a', 'ab', 'abo']) {
    type(query)
    clock.increment(200)
  }
  expect(searching.inputs).toEqual([])
  clock.increment(50)
  expect(searching.inputs).toEqual([{ query: 'abo', groups: ['pages', 'routes'] }])
  type('a')
  expect(searching.listenerCount()).toBe(0)
})

test('a group is shown as soon as it is found, and one that fails does not keep the others', () => {
  const { ref, clock, searching, type, shown } = start()
  type('about')
  clock.increment(250)
  searching.send(found('routes', aboutRoute))
  expect(shown()).toEqual([['routes', '/about']])
  expect(selectSummary(ref.getSnapshot())).toBe('1 result. Searching…')
  searching.send({ type: 'group.failed', group: 'pages', error: offline })
  expect(ref.getSnapshot().value).toBe('settled')
  expect(shown()).toEqual([['routes', '/about']])
  expect(selectFailedGroups(ref.getSnapshot()).map(({ label }) => label)).toEqual(['Pages'])
  ref.send({ type: 'retry.requested' })
  expect(searching.inputs).toHaveLength(2)
})

test('while another query is searched, only what matches it is left of the results', () => {
  const { clock, searching, type, shown } = start()
  type('ab')
  clock.increment(250)
  searching.send(found('pages', about, option('pages-2', 'abacus')))
  type('abac')
  expect(shown()).toEqual([['pages', 'abacus']])
  type('blog')
  expect(shown()).toEqual([])
})

test('the keys go round through all groups, and the active option stays when others appear before it', () => {
  const { ref, clock, searching, type } = start()
  type('about')
  clock.increment(250)
  searching.send(found('routes', aboutRoute, option('routes-2', '/about/us')))
  const active = () => selectActive(ref.getSnapshot())?.label
  expect(active()).toBe('/about')
  ref.send({ type: 'option.moved', to: 'next' })
  searching.send(found('pages', about))
  expect(active()).toBe('/about/us')
  const reached = (['next', 'previous', 'first', 'previous', 'last', 'next'] as const).map((to) => {
    ref.send({ type: 'option.moved', to })
    return active()
  })
  expect(reached).toEqual(['about', '/about/us', 'about', '/about/us', '/about/us', 'about'])
})
