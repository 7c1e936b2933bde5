import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { locationOf } from '#content/navigation/location.ts'
import type { Visit } from '#content/navigation/navigation-request.ts'
import { type RenderedPage, navigationFocusMachine } from '#machines/page/navigation-focus.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const first: RenderedPage = { pageKey: '/', location: locationOf('/') }
const second: RenderedPage = { pageKey: '/about', location: locationOf('/about') }
const hash: RenderedPage = { pageKey: '/', location: locationOf('/#there') }

const paths = pathsOf(navigationFocusMachine, {
  input: first,
  events: [
    { type: 'location.committed', visit: 'entered' },
    { type: 'location.committed', visit: 'revisited' },
    { type: 'location.committed', visit: 'replaced' },
    { type: 'page.rendered', title: 'Home', ...first },
    { type: 'page.rendered', title: 'Home', ...hash },
    { type: 'page.rendered', title: 'About', ...second },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → first",
      "navigationFocus | location.committed [isEntered] → entered",
      "navigationFocus | location.committed [isRevisited] → revisited",
      "first | location.committed [isReplaced] → replaced",
      "first | page.rendered [isNewPage] → idle {announcement, location, pageKey} (scrollToStart, emits page.changed, focusHeading)",
      "entered | page.rendered [isNewLocation] → idle {location} (scrollToStart)",
      "entered | page.rendered [isNewPage] → idle {announcement, location, pageKey} (scrollToStart, emits page.changed, focusHeading)",
      "revisited | page.rendered [isNewLocation] → idle {location} (scrollToSaved)",
      "revisited | page.rendered [isNewPage] → idle {announcement, location, pageKey} (scrollToSaved, emits page.changed, focusHeading)",
      "replaced | page.rendered [isNewLocation] → replaced {location}",
      "replaced | page.rendered [isNewPage] → replaced {announcement, location, pageKey} (emits page.changed, focusHeading)",
      "idle | location.committed [isReplaced] → replaced",
      "idle | page.rendered [isNewPage] → idle {announcement, location, pageKey} (scrollToStart, emits page.changed, focusHeading)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(navigationFocusMachine, paths)).toEqual([])
  expect(untakenTransitions(navigationFocusMachine, paths)).toEqual([])
})

const run = () => {
  const effects: string[] = []
  const ref = createActor(
    navigationFocusMachine.provide({
      actions: {
        scrollToStart: () => effects.push('start'),
        scrollToSaved: () => effects.push('saved position'),
        focusHeading: () => effects.push('heading'),
      },
    }),
    { input: first },
  ).start()
  return {
    effects,
    commit: (visit: Visit) => ref.send({ type: 'location.committed', visit }),
    render: (page: RenderedPage, title: string) =>
      ref.send({ type: 'page.rendered', title, ...page }),
    announcement: () => ref.getSnapshot().context.announcement,
  }
}

test('scrolls to the start of a new page whose query is replaced while it is loading', () => {
  const { commit, render, effects } = run()
  commit('entered')
  commit('replaced')
  render({ pageKey: '/about', location: locationOf('/about?page=2') }, 'About')
  expect(effects).toEqual(['start', 'heading'])
  commit('replaced')
  render({ pageKey: '/about', location: locationOf('/about?page=3') }, 'About')
  expect(effects).toEqual(['start', 'heading'])
})

test('leaves the first page as the browser has loaded it', () => {
  const { render, effects, announcement } = run()
  render(first, 'Home')
  expect(effects).toEqual([])
  expect(announcement()).toBe('')
})

test('arrives once the new page is rendered, not when its location is committed', () => {
  const { commit, render, effects, announcement } = run()
  commit('entered')
  // The previous page stays until the new one has loaded.
  render({ pageKey: '/', location: second.location }, 'Home')
  expect(effects).toEqual([])
  render(second, 'About')
  expect(effects).toEqual(['start', 'heading'])
  expect(announcement()).toBe('About')
})

test('goes back to where the page was left', () => {
  const { commit, render, effects } = run()
  commit('revisited')
  render(second, 'About')
  expect(effects).toEqual(['saved position', 'heading'])
})

test('follows a hash and keeps the focus', () => {
  const { commit, render, effects, announcement } = run()
  commit('entered')
  render(hash, 'Home')
  expect(effects).toEqual(['start'])
  expect(announcement()).toBe('')
})

test('scrolls nowhere when the query of the page is replaced', () => {
  const { commit, render, effects } = run()
  commit('replaced')
  render({ pageKey: '/', location: locationOf('/?page=2') }, 'Home')
  expect(effects).toEqual([])
})
