import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { NEW_RESOURCE } from '#content/model/iri.ts'
import { outlineMachine, selectRenamed } from '#machines/editing/outline.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { templatePage, text as bodyText } from '../../support/content/template-page.ts'
import { clicksReceived, dragOver, pickUp, pressKey } from '../../support/drag.ts'
import {
  type OpenEditor,
  addFooter,
  openEditor,
  queryManager,
  sampleGroup,
  sampleDraft,
  sampleTitle,
  stageTitle,
  title,
  tool,
  typeInto,
} from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'
import type { Answer } from '#charts/paths/paths.ts'

const coverage = cover(outlineMachine)
const windowWidth = (width: number) =>
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  ).happyDOM.setViewport({ width })
afterEach(() => {
  cleanup()
  windowWidth(1280)
  vi.restoreAllMocks()
})

const toggle = () => screen.getByRole('button', { name: 'Outline' })
const queryOutline = () => screen.queryByRole('region', { name: 'Outline' })
const rows = () => screen.getAllByRole('treeitem')
const rowTexts = () => rows().map((row) => row.textContent)
const row = (name: string) => screen.getByRole('treeitem', { name })
const focused = () => document.activeElement?.textContent
const selectedOnPage = () =>
  document.querySelector('[data-area] [aria-current="true"]')?.getAttribute('data-iri')
const selectedRows = () =>
  rows()
    .filter((each) => each.getAttribute('aria-selected') === 'true')
    .map((each) => each.textContent)

const openOutline = async (options: Parameters<typeof openEditor>[0] = {}) => {
  windowWidth(1280)
  const editor = await openEditor({ inspect: coverage.inspect, ...options })
  await editor.press('Outline')
  return editor
}

test('opens beside the page with the focus on its first item, and closes by its button', async () => {
  const { press } = await openOutline()
  expect(toggle().getAttribute('aria-expanded')).toBe('true')
  expect(rowTexts()).toEqual([
    'A page',
    'Main content',
    'Curtain Title',
    'Words Body Text',
    'Coda, rewritten Title Draft',
    'Layout',
  ])
  expect(focused()).toBe('A page')
  await press('Close outline')
  expect(queryOutline()).toBeNull()
  expect(toggle().getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(toggle())
})

test('closes by Escape, which keeps the selection, and by the button in the bar', async () => {
  const { user, press } = await openOutline()
  await user.keyboard('{End}{Home}c{Enter}{Escape}')
  expect(queryOutline()).toBeNull()
  expect(document.activeElement).toBe(toggle())
  expect(selectedOnPage()).toBe(sampleTitle['@id'])
  await press('Outline')
  await press('Outline')
  expect(queryOutline()).toBeNull()
})

test('is a tree with one tab stop: arrows move, collapse and expand', async () => {
  const { user } = await openOutline()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(focused()).toBe('Curtain Title')
  expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toEqual([row('Curtain Title')])
  expect(row('Curtain Title').getAttribute('aria-level')).toBe('3')
  expect(row('Curtain Title').getAttribute('aria-posinset')).toBe('1')
  expect(row('Curtain Title').getAttribute('aria-setsize')).toBe('3')
  expect(row('Curtain Title').hasAttribute('aria-expanded')).toBe(false)

  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(rowTexts()).toEqual(['A page', 'Main content', 'Layout'])
  expect(focused()).toBe('Main content')
  expect(row('Main content').getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(focused()).toBe('A page')
  await user.keyboard('{End}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(focused()).toBe('Elsewhere Link')
})

test('characters find an item by its text, until nothing is typed for a while', async () => {
  const { user, wait } = await openOutline()
  await user.keyboard('co')
  expect(focused()).toBe('Coda, rewritten Title Draft')
  await user.keyboard('da, r ')
  expect(focused()).toBe('Coda, rewritten Title Draft')
  await wait(700)
  await user.keyboard('c')
  expect(focused()).toBe('Curtain Title')
  await wait(700)
  await user.keyboard('{Control>}c{/Control}x{F2}')
  expect(focused()).toBe('Curtain Title')
})

test('Enter and Space select on the page, and the focus stays', async () => {
  const { user } = await openOutline()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(selectedOnPage()).toBe(sampleTitle['@id'])
  expect(selectedRows()).toEqual(['Curtain Title'])
  expect(focused()).toBe('Curtain Title')
  await user.keyboard('{ArrowDown}{ArrowDown} ')
  expect(selectedOnPage()).toBe(sampleDraft['@id'])
  expect(selectedRows()).toEqual(['Coda, rewritten Title Draft'])
  // The group contains the selection.
  await user.keyboard('{ArrowLeft}{Enter}')
  expect(selectedRows()).toEqual(['Main content'])
  expect(tool('Add to start')).toBeTruthy()
})

test('a press selects an item, also the page itself; on its mark it collapses', async () => {
  const { user } = await openOutline()
  await user.click(row('Words Body Text'))
  expect(selectedRows()).toEqual(['Words Body Text'])
  await user.click(row('Main content').querySelector('[data-expander]')!)
  expect(rowTexts()).toEqual(['A page', 'Main content', 'Layout'])
  expect(selectedRows()).toEqual([])
  await user.click(row('A page'))
  expect(selectedRows()).toEqual(['A page'])
  await user.click(row('A page').querySelector('[data-expander]')!)
  expect(rowTexts()).toEqual(['A page', 'Layout'])
  await user.click(screen.getByRole('tree'))
  expect(focused()).toBe('A page')
})

test('selecting in the layout asks first, as a press on the page does', async () => {
  const { user, happen, puppets } = await openOutline()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}{End}{ArrowRight}{ArrowDown}{ArrowDown}{Enter}')
  expect(selectedRows()).toEqual(['Curtain Title'])
  await happen(() => puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }))
  expect(selectedRows()).toEqual(['Elsewhere Link'])
})

test('a selection on the page is shown, also where it was collapsed away', async () => {
  const { user } = await openOutline()
  await user.keyboard('{ArrowDown}{ArrowLeft}')
  await user.click(title())
  expect(selectedRows()).toEqual(['Curtain Title'])
  expect(document.activeElement).toBe(title())
  expect(row('Curtain Title').tabIndex).toBe(0)
})

test('a narrow window is covered, so that selecting closes the outline', async () => {
  const { user } = await openOutline()
  windowWidth(390)
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(queryOutline()).toBeNull()
  expect(queryManager()).not.toBeNull()
  expect(document.activeElement).toBe(toggle())
})

test('a move is shown before it is saved, and the focus stays with what moves', async () => {
  const { user, press } = await openOutline()
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await press('Move down')
  expect(rowTexts().slice(2, 4)).toEqual(['Words Body Text', 'Curtain Title'])
  expect(selectedRows()).toEqual(['Curtain Title'])
  expect(row('Curtain Title').tabIndex).toBe(0)
})

test('what is being added has a row, to select it by, until it is discarded', async () => {
  const editor = await openOutline()
  await stageTitle(editor)
  const added = 'New component Not added yet'
  expect(rowTexts().slice(2)).toEqual([
    'Curtain Title',
    added,
    'Words Body Text',
    'Coda, rewritten Title Draft',
    'Layout',
  ])
  expect(selectedRows()).toEqual([added])
  await editor.user.click(row('Curtain Title'))
  expect(selectedRows()).toEqual(['Curtain Title'])
  await editor.user.click(row(added))
  expect(selectedRows()).toEqual([added])
  expect(selectedOnPage()).toBe(NEW_RESOURCE)
  await editor.press('Discard')
  await editor.happen(() =>
    editor.puppets.stagedResource.confirm.settle({
      type: 'xstate.done.actor.confirm',
      output: true,
    }),
  )
  expect(screen.queryByRole('treeitem', { name: added })).toBeNull()
  expect(selectedRows()).toEqual([])
})

test('the layout and what is in it say on how many pages they are seen, and nothing else is counted', async () => {
  const counted: string[] = []
  const { user } = await openOutline({
    readPageCount: (iri) => {
      counted.push(iri)
      return Promise.resolve(12)
    },
  })
  await expect.poll(rowTexts).toContain('Layout used by 12 pages')
  expect(counted).toEqual(['/_/layouts/main'])
  await user.keyboard('{End}{ArrowRight}')
  for (const name of ['Layout used by 12 pages', 'Top', 'Elsewhere Link'])
    expect(row(name).title).toBe('Layout (used by 12 pages)')
  expect(row('A page').title).toBe('')
})

test('without a layout nothing is counted', async () => {
  const counted: string[] = []
  const payload = pagePayload([sampleTitle])
  const { layout: _, ...page } = payload.page!
  await openOutline({
    payload: { ...payload, page },
    readPageCount: (iri) => {
      counted.push(iri)
      return Promise.resolve(12)
    },
  })
  expect(rowTexts()).toEqual(['A page', 'Main content', 'Curtain Title'])
  expect(counted).toEqual([])
})

test('the text of a row changes when it is saved, and what is typed renders no row until then', async () => {
  const { user, happen, cache } = await openOutline()
  await user.click(title())
  await act(async () => typeInto(title(), 'Curtain call'))
  expect(row('Curtain Title')).toBeTruthy()
  await happen(() => cache.save([{ resource: { ...sampleTitle, title: 'Curtain call' } }]))
  expect(row('Curtain call Title')).toBeTruthy()
})

test('the focus moves to the group once the focused item is deleted by somebody else', async () => {
  const { user, happen, cache } = await openOutline()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await happen(() => cache.remove([sampleTitle['@id'], '/_/component_positions/one']))
  await expect.poll(focused).toBe('Main content')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Words Body Text')
})

test('renders a part of a long page only, and the item that has the focus', async () => {
  const components = Array.from({ length: 300 }, (_, index) =>
    component('Title', `t${index}`, { title: `Heading ${index}` }),
  )
  const { user } = await openOutline({ payload: pagePayload(components) })
  expect(rows().length).toBeLessThan(100)
  await user.keyboard('{End}{ArrowUp}')
  expect(focused()).toBe('Heading 299 Title')
  expect(row('Heading 299 Title').getAttribute('aria-setsize')).toBe('300')
})

test('without edit mode there is no outline, and it does not take the focus with the next', async () => {
  const { press } = await openOutline()
  await press('Done')
  expect(queryOutline()).toBeNull()
  expect(screen.queryByRole('button', { name: 'Outline' })).toBeNull()
  await press('Edit')
  expect(queryOutline()).not.toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Done' }))
})

const resume = async ({ happen, puppets, press }: OpenEditor, answer: Answer) => {
  await happen(() => puppets.wasOutlineOpen.settle(answer))
  await press('Edit')
}
const reopen = () =>
  openEditor({ inspect: coverage.inspect, editing: false, controlsResumption: true })

test('an outline that was open is so again after a reload, without the focus', async () => {
  const editor = await reopen()
  await resume(editor, { type: 'xstate.done.actor.wasOutlineOpen', output: true })
  expect(within(queryOutline()!).getByRole('tree')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Done' }))
  expect(editor.puppets.rememberOutline.listenerCount()).toBe(1)
})

test.each<Answer>([
  { type: 'xstate.done.actor.wasOutlineOpen', output: false },
  { type: 'xstate.error.actor.wasOutlineOpen', error: new Failure('unexpected') },
])('an outline that was not, is closed: %o', async (answer) => {
  await resume(await reopen(), answer)
  expect(queryOutline()).toBeNull()
})

const openDraggable = async () => {
  const editor = await openOutline()
  await vi.waitUntil(() => screen.getByRole('tree').hasAttribute('aria-describedby'), {
    timeout: 10_000,
  })
  return { ...editor, key: (code: string, name = code) => pressKey(editor, code, name) }
}
const dropLine = () => document.querySelector<HTMLElement>('[data-outline-drop-line]')
const isAnnounced = (text: string | RegExp) =>
  screen.queryAllByText(text).some((element) => element.closest('[role="status"]') !== null)

test('Space picks up what is selected, keys move it between rows, and the focus stays with it', async () => {
  const editor = await openDraggable()
  const { user, key } = editor
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await pickUp(editor)
  expect(isAnnounced(/^Picked up Title, 1 of 3 in Main content/)).toBe(true)
  expect(row('Curtain Title').matches('[data-dragged]')).toBe(true)
  expect(dropLine()).toBeNull()
  await key('ArrowDown')
  expect(isAnnounced('2 of 3 in Main content')).toBe(true)
  // The fourth row is that before which it would be.
  expect(dropLine()!.style.insetBlockStart).toBe('128px')
  await key('Escape')
  expect(isAnnounced('Not moved')).toBe(true)
  expect(queryOutline()).not.toBeNull()
  expect(rowTexts()[2]).toBe('Curtain Title')
  await pickUp(editor)
  await key('End')
  await key('Enter')
  expect(rowTexts().slice(2)).toEqual([
    'Words Body Text',
    'Coda, rewritten Title Draft',
    'Curtain Title',
    'Layout',
  ])
  expect(dropLine()).toBeNull()
  await expect.poll(focused).toBe('Curtain Title')
})

test('keys reach what is collapsed, which is shown for as long, and a refusal says why', async () => {
  const editor = await openDraggable()
  const { user, key } = editor
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await pickUp(editor)
  expect(rowTexts()).toContain('Elsewhere Link')
  await key('PageUp')
  expect(isAnnounced('Top takes no Title.')).toBe(true)
  expect(dropLine()!.matches('[data-refused]')).toBe(true)
  await key('Space', ' ')
  expect(isAnnounced('Not moved. Top takes no Title.')).toBe(true)
  expect(rowTexts()).not.toContain('Elsewhere Link')
})

test('a drag expands what it is held over, and moves something to where its line is', async () => {
  const { wait } = await openDraggable()
  const { moveOver, drop } = dragOver(row('Curtain Title'), row('Layout'))
  await wait(600)
  expect(rowTexts()).toContain('Top')
  act(() => moveOver(row('Coda, rewritten Title Draft')))
  expect(dropLine()).not.toBeNull()
  drop()
  await wait(0)
  expect(rowTexts().slice(2, 5)).toEqual([
    'Words Body Text',
    'Coda, rewritten Title Draft',
    'Curtain Title',
  ])
  expect(selectedRows()).toEqual([])
  await clicksReceived()
})

test('a drag in the layout asks first while the page is edited', async () => {
  const editor = await openDraggable()
  await addFooter(editor)
  await editor.user.keyboard('{End}{ArrowRight}')
  const { drop } = dragOver(row('Elsewhere Link'), row('Bottom'))
  drop()
  await editor.wait(0)
  const { calls, settle } = editor.puppets.drop
  expect(calls.map(({ input }) => input.title)).toEqual(['Move this on every page?'])
  await editor.happen(() => settle({ type: 'xstate.done.actor.confirm', output: true }))
  expect(rowTexts().slice(-2)).toEqual(['Bottom', 'Elsewhere Link'])
  await clicksReceived()
})

const nameField = () =>
  screen.queryByRole<HTMLInputElement>('textbox', { name: 'Name of the section' })
const savedLabels = ({ puppets }: OpenEditor) =>
  puppets.field.calls.map(
    ({ input }) => input.kind === 'set' && [input.iri, input.property, input.value],
  )
/** Opens the outline and begins to rename the section of the page. */
const openRenaming = async (options: Parameters<typeof openOutline>[0] = {}) => {
  const editor = await openOutline(options)
  await editor.user.keyboard('{ArrowDown}{F2}')
  return editor
}
/** Answers the save of a name as the API does. */
const saveName = ({ happen, puppets, cache }: OpenEditor, label: string | null) =>
  happen(() => {
    const resource = { ...cache.read(sampleGroup)!, label }
    cache.save([{ resource }])
    puppets.field.settle({ type: 'xstate.done.actor.saveChange', output: { resource } })
  })

test('F2 renames a section in its row: its name is selected, Enter saves, and the focus is on the row again', async () => {
  const editor = await openRenaming()
  const { user } = editor
  expect(selectedRows()).toEqual([''])
  expect(document.activeElement).toBe(nameField())
  const { value, selectionStart, selectionEnd, maxLength } = nameField()!
  expect([value, selectionStart, selectionEnd, maxLength]).toEqual(['Main content', 0, 12, 60])
  expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toEqual([])

  // None of these is for the tree.
  await user.keyboard('Cast {Home}{End}{ArrowLeft}{ArrowRight}{ArrowUp}{ArrowDown}?')
  await user.click(nameField()!)
  expect(nameField()!.value).toBe('Cast ?')
  await user.clear(nameField()!)
  await user.keyboard(' The cast {Enter}')
  expect(nameField()).toBeNull()
  expect(focused()).toBe('The cast')
  expect(savedLabels(editor)).toEqual([[sampleGroup, 'label', 'The cast']])
  await saveName(editor, 'The cast')
  expect(rowTexts()[1]).toBe('The cast')
  expect(within(queryManager()!).getByText('The cast')).toBeTruthy()

  // Without a name of its own it has that of its template.
  await user.keyboard('{F2}{Delete}{Enter}')
  expect(rowTexts()[1]).toBe('Main content')
  expect(savedLabels(editor)[1]).toEqual([sampleGroup, 'label', null])
})

test('Escape gives a name up and leaves the outline open; what is unchanged is not saved', async () => {
  const editor = await openRenaming()
  const { user } = editor
  await user.keyboard('Cast{Escape}')
  expect(nameField()).toBeNull()
  expect(focused()).toBe('Main content')
  await user.keyboard('{F2}{Enter}')
  expect(focused()).toBe('Main content')
  expect(savedLabels(editor)).toEqual([])
  await user.keyboard('{Escape}')
  expect(queryOutline()).toBeNull()
})

test('a double click renames a section, and leaving its field saves; nothing else is renamed', async () => {
  const editor = await openOutline()
  const { user } = editor
  await user.dblClick(row('Curtain Title'))
  await user.keyboard('{F2}')
  await user.dblClick(row('Main content').querySelector('[data-expander]')!)
  expect(nameField()).toBeNull()
  await user.dblClick(screen.getByText('Main content', { selector: '[role="treeitem"] *' }))
  await user.keyboard('Cast')
  await user.click(row('Curtain Title'))
  expect(nameField()).toBeNull()
  expect(focused()).toBe('Curtain Title')
  expect(savedLabels(editor)).toEqual([[sampleGroup, 'label', 'Cast']])
})

const openMenu = ({ user }: OpenEditor) => user.keyboard('{Shift>}{F10}{/Shift}')
const queryRename = () => screen.queryByRole('menuitem', { name: 'Rename…' })

test('the menu of a section renames it, also while the outline is closed', async () => {
  const editor = await openOutline()
  const { user } = editor
  await user.keyboard('{ArrowDown}{Enter}')
  await openMenu(editor)
  await user.click(queryRename()!)
  expect(document.activeElement).toBe(nameField())
  await user.keyboard('{Escape}{Escape}')
  expect(queryOutline()).toBeNull()
  await openMenu(editor)
  await user.click(queryRename()!)
  expect(document.activeElement).toBe(nameField())
  await user.keyboard('{Enter}{ArrowDown}{Enter}')
  await openMenu(editor)
  expect(screen.getByRole('menu')).toBeTruthy()
  expect(queryRename()).toBeNull()
})

test('a section of the layout is renamed while the page is edited, without a question', async () => {
  const { user, puppets } = await openOutline()
  await user.keyboard('{ArrowDown}{Enter}{End}{ArrowRight}{ArrowDown}{F2}')
  expect(puppets.areaSwitch.calls).toHaveLength(0)
  expect(nameField()!.value).toBe('Top')
  await user.keyboard('Menu{Enter}')
  expect(focused()).toBe('Menu')
  expect(selectedRows()).toEqual(['Main content'])
})

test('a section of the template of a page is renamed in the template', async () => {
  const editor = await openOutline({ payload: templatePage({ isPage: true, shows: bodyText }) })
  await editor.user.keyboard('{ArrowDown}{F2}')
  expect(nameField()).toBeNull()
  expect(screen.getByRole('note').textContent).toContain('Edit the template')
  await openMenu(editor)
  expect(screen.getByRole('menu')).toBeTruthy()
  expect(queryRename()).toBeNull()
})

test('a name that is refused is shown until it is sent again or discarded', async () => {
  const editor = await openRenaming()
  await editor.user.keyboard('Cast{Enter}')
  const message = 'This site has no names for sections.'
  await editor.happen(() =>
    editor.puppets.field.settle({
      type: 'xstate.error.actor.saveChange',
      error: new Failure('unexpected', { message }),
    }),
  )
  const section = screen.getByRole('region', { name: 'Not saved: Name of the section' })
  expect(section.textContent).toContain(message)
  expect(rowTexts()[1]).toBe('Cast')
  await editor.press('Discard my change')
  expect(rowTexts()[1]).toBe('Main content')
})

test('on another page nothing is renamed any more', async () => {
  const { appRef, pop } = await openRenaming()
  await pop('/elsewhere')
  expect(selectRenamed(appRef.system.get('outline').getSnapshot())).toBeNull()
})

coverage.expectAll()
