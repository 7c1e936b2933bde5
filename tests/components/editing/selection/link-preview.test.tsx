import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  type PressedLink,
  linkPreviewMachine,
  selectLink,
} from '#machines/editing/selection/link-preview.ts'
import type { Html } from '#content/model/field.ts'
import { component, pagePayload } from '../../../support/content/page-payload.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  type OpenEditor,
  bodyText,
  openEditor,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(linkPreviewMachine)
afterEach(cleanup)

const html = [
  '<p>To <a href="/about">the other page</a>,',
  '<a href="https://example.org/">elsewhere</a></p>',
].join(' ') as Html

const open = (options: { controlsIdle?: boolean } = {}) =>
  openEditor({
    inspect: coverage.inspect,
    ...options,
    payload: pagePayload([component('HtmlContent', 'two', { html })]),
  })
type Editor = OpenEditor

const preview = ({ editModeRef }: Editor) => editModeRef.getSnapshot().children.linkPreview!
const offer = () => screen.queryByRole('dialog', { name: /^Link to / })
const isOpenFocused = () =>
  document.activeElement === (screen.queryByRole('button', { name: /^Open / }) ?? null)
const link = (href: string) => document.querySelector<HTMLElement>(`main a[href="${href}"]`)!

const linkTo = (href: string, index: number): PressedLink => ({
  href,
  opensTab: false,
  position: '/_/component_positions/two',
  index,
  otherArea: null,
})
const page = linkTo('/about', 0)
const elsewhere = linkTo('https://example.org/', 1)

const paths = [page, elsewhere].flatMap((pressed) =>
  pathsOf(linkPreviewMachine, {
    input: undefined,
    events: [
      { type: 'link.pressed', link: pressed },
      { type: 'link.activated', link: pressed },
      { type: 'open.requested' },
      { type: 'tab.requested', href: '/about' },
      { type: 'preview.dismissed' },
      { type: 'link.hidden' },
      { type: 'location.committed' },
    ],
  }),
)

const gestures: EditorGestures = {
  'link.pressed': ({ user }, event: { link: PressedLink }) => user.click(link(event.link.href)),
  // Enter on a focused link is a click without a pointer.
  'link.activated': ({ happen }, event: { link: PressedLink }) =>
    happen(() => void fireEvent.click(link(event.link.href))),
  'open.requested': ({ user }) => user.click(screen.getByRole('button', { name: /^Open / })),
  'tab.requested': async ({ user, happen }) => {
    await user.click(bodyText())
    await happen(() => void fireEvent.click(link('/about'), { ctrlKey: true, detail: 1 }))
  },
  'preview.dismissed': ({ user }) => user.keyboard('{Escape}'),
  'link.hidden': ({ happen }) => happen(() => link('/about').closest('p')!.remove()),
  'location.committed': ({ pop }) => pop('/next'),
}

for (const path of coveringPaths(paths))
  test(path.name, async () => {
    // While the edits are being saved, the page is not opened.
    const editor = await open({ controlsIdle: true })
    await walkEditor(editor, preview(editor), path, gestures)
    expect(selectLink(preview(editor).getSnapshot())).toEqual(path.next.context.link)
    expect(offer() !== null).toBe(path.next.matches('open'))
    // The button that was pressed has the focus, too.
    if (path.events.at(-1)?.type === 'open.requested') return
    expect(isOpenFocused()).toBe(path.next.matches({ open: 'focused' }))
  })

test('a click with Ctrl on a link outside of a text is the browser’s', async () => {
  const editor = await openEditor()
  const menu = screen.getByText('Elsewhere').closest('a')!
  expect(fireEvent.click(menu, { ctrlKey: true, detail: 1 })).toBe(true)
  expect(offer()).toBeNull()
  expect(editor.tabs).toEqual([])
})

test('a link of the other area asks nothing, and offers to edit there', async () => {
  const editor = await openEditor()
  await editor.user.click(screen.getByText('Elsewhere'))
  expect(offer()?.textContent).toContain('/elsewhere')
  expect(editor.puppets.areaSwitch.calls).toHaveLength(0)
  await editor.press('Edit the layout')
  expect(editor.puppets.areaSwitch.calls).toHaveLength(1)
  expect(offer()).toBeNull()
})

test('opening a page keeps edit mode', async () => {
  const editor = await open()
  await editor.user.click(link('/about'))
  await editor.press('Open page')
  expect(editor.address).toEqual(['/about'])
  expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy()
})

coverage.expectAll()
