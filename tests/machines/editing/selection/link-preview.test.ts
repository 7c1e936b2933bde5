import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  type PressedLink,
  linkPreviewMachine,
  selectLink,
} from '#machines/editing/selection/link-preview.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const page: PressedLink = {
  href: '/about',
  opensTab: false,
  position: '/_/component_positions/1',
  index: 0,
  otherArea: null,
}
const foreign = { ...page, href: 'https://example.org/' }

const paths = pathsOf(linkPreviewMachine, {
  input: undefined,
  events: [
    { type: 'link.pressed', link: page },
    { type: 'link.pressed', link: foreign },
    { type: 'link.activated', link: page },
    { type: 'open.requested' },
    { type: 'tab.requested', href: '/about' },
    { type: 'preview.dismissed' },
    { type: 'link.hidden' },
    { type: 'location.committed' },
  ],
  distinguishBy: ({ link }) => link?.href,
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "linkPreview | link.pressed [isOpenable] → open.shown {link} (emits link.shown)",
      "linkPreview | link.activated [isOpenable] → open.focused {link}",
      "linkPreview | tab.requested (openTab)",
      "open | open.requested [isPage] (emits open.requested)",
      "open | preview.dismissed → closed {link}",
      "open | link.hidden → closed {link}",
      "open | location.committed → closed {link}",
      "open | open.requested → closed {link} (openTab)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(linkPreviewMachine, paths)).toEqual([])
  expect(untakenTransitions(linkPreviewMachine, paths)).toEqual([])
})

const run = () => {
  const tabs: string[] = []
  const ref = createActor(
    linkPreviewMachine.provide({ actions: { openTab: (_, { href }) => void tabs.push(href) } }),
  )
  const emitted: unknown[] = []
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return { ref, tabs, emitted }
}

test('names a link that was pressed, and asks for its page to be opened', () => {
  const { ref, tabs, emitted } = run()
  ref.send({ type: 'link.pressed', link: page })
  ref.send({ type: 'open.requested' })
  expect(emitted).toEqual([
    { type: 'link.shown', address: '/about' },
    { type: 'open.requested', href: '/about' },
  ])
  expect(tabs).toEqual([])
  expect(selectLink(ref.getSnapshot())).toEqual(page)
})

test('opens an address elsewhere in a tab, and closes', () => {
  const { ref, tabs, emitted } = run()
  ref.send({ type: 'link.activated', link: foreign })
  ref.send({ type: 'open.requested' })
  expect(tabs).toEqual(['https://example.org/'])
  expect(emitted).toEqual([])
  expect(selectLink(ref.getSnapshot())).toBeNull()
})

test.each(['javascript:alert(1)', 'data:,a'])('offers nothing for %s', (href) => {
  const { ref, emitted } = run()
  ref.send({ type: 'link.pressed', link: { ...page, href } })
  ref.send({ type: 'link.activated', link: { ...page, href } })
  expect(ref.getSnapshot().value).toBe('closed')
  expect(emitted).toEqual([])
})
