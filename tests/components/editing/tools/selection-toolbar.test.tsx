import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import {
  type OpenEditor,
  bodyText,
  isUnavailable,
  manager,
  openEditor,
  selectMenuLink,
  stageTitle,
  title,
} from '../../../support/editor.tsx'

afterEach(cleanup)

const toolbar = () => screen.getByRole('toolbar', { name: 'Tools' })
const queryToolbar = () => screen.queryByRole('toolbar', { name: 'Tools' })
const tools = () => within(toolbar()).getAllByRole('button')
const tool = (name: string) => within(toolbar()).getByRole('button', { name })
const names = () => tools().map((each) => each.getAttribute('aria-label') ?? each.textContent)
const focused = () => document.activeElement

const items = async ({ user }: OpenEditor, menu: string) => {
  await user.click(tool(menu))
  const menuEl = await screen.findByRole('menu')
  return [...menuEl.querySelectorAll('[role^="menuitem"]')].map(({ textContent }) => textContent)
}

/** Returns the texts of the page's components, from top to bottom. */
const texts = () =>
  [...document.querySelectorAll('[data-area="page"] [role="textbox"]')].map(
    ({ textContent }) => textContent,
  )

/** The tools of a rich text. */
const textTools = [
  ...['Bold', 'Italic', 'Heading', 'Subheading', 'Bullet list', 'Numbered list', 'Quote', 'Code'],
  ...['Link', 'Image', 'Table', 'Divider'],
]
/** Each with the keys that do the same. */
const copying = ['CopyCtrl+C', 'CutCtrl+X', 'PasteCtrl+V']

test('the tools are those of the selected component', async () => {
  const editor = await openEditor()
  expect(queryToolbar()).toBeNull()
  await editor.user.click(title())
  expect(names()).toEqual(['Move', 'Up', 'Down', 'Look', 'Duplicate', 'More'])
  await editor.user.click(bodyText())
  expect(names()).toEqual([...textTools, 'Move', 'Up', 'Down', 'Duplicate', 'More'])
  expect(screen.getAllByRole('toolbar')).toEqual([toolbar()])
  expect(await items(editor, 'More')).toEqual([
    ...copying,
    ...['Select several…', 'Add before', 'Add after', 'Delete…'],
  ])
  await editor.user.keyboard('{Escape}')
  await editor.user.click(title(1))
  expect(await items(editor, 'More')).toEqual([
    ...copying,
    ...['Select several…', 'Add before', 'Add after', 'Publish', 'Discard draft…', 'Delete…'],
  ])
})

test('a group, and what is being added, have their tools in the panel', async () => {
  const editor = await openEditor()
  await editor.user.click(title())
  await editor.user.click(within(manager()).getByRole('button', { name: 'Main content' }))
  expect(queryToolbar()).toBeNull()
  await stageTitle(editor)
  expect(queryToolbar()).toBeNull()
})

test('a part of the layout has tools, too', async () => {
  const editor = await openEditor()
  await selectMenuLink(editor)
  await editor.happen(() =>
    editor.puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }),
  )
  expect(names()).toEqual(['Move', 'Up', 'Down', 'Duplicate', 'More'])
  expect(['Up', 'Down'].every((name) => isUnavailable(tool(name)))).toBe(true)
  // It can be dragged to another section.
  expect(isUnavailable(tool('Move'))).toBe(false)
})

test('a press moves the component and leaves the caret in the text', async () => {
  const { user } = await openEditor()
  await user.click(title())
  expect(isUnavailable(tool('Up'))).toBe(true)
  expect(tool('Up').getAttribute('aria-description')).toBe('It is the first already.')
  await user.click(tool('Down'))
  expect(texts()).toEqual(['Words', 'Curtain', 'Coda, rewritten'])
  expect(screen.getByText('Moved to 2 of 3')).toBeTruthy()
  expect(focused()).toBe(title())
  await user.click(tool('Down'))
  expect(isUnavailable(tool('Down'))).toBe(true)
  await user.click(tool('Up'))
  expect(texts()).toEqual(['Words', 'Curtain', 'Coda, rewritten'])
})

test('the keyboard reaches the tools from the text, and leads back', async () => {
  const { user } = await openEditor()
  await user.click(title())
  await user.keyboard('{Alt>}{F10}{/Alt}')
  expect(focused()).toBe(tool('Move'))
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(focused()).toBe(tool('Down'))
  await user.keyboard('{End}')
  expect(focused()).toBe(tool('More'))
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe(tool('Move'))
  await user.keyboard('{ArrowLeft}{Home}')
  expect(focused()).toBe(tool('Move'))
  await user.keyboard('{Escape}')
  expect(focused()).toBe(title())
  expect(queryToolbar()).not.toBeNull()
})

test('the handle moves the component by the arrow keys, and no further than the group', async () => {
  const { user } = await openEditor()
  await user.click(title())
  await user.keyboard('{Alt>}{F10}{/Alt}{ArrowUp}')
  expect(texts()).toEqual(['Curtain', 'Words', 'Coda, rewritten'])
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(texts()).toEqual(['Words', 'Coda, rewritten', 'Curtain'])
  expect(focused()).toBe(tool('Move'))
  await user.keyboard('{Control>}{ArrowUp}{/Control}')
  expect(texts()).toEqual(['Words', 'Coda, rewritten', 'Curtain'])
  await user.keyboard('{ArrowUp}')
  expect(screen.getByText('Moved to 2 of 3')).toBeTruthy()
})

test('a look is chosen for the component', async () => {
  const editor = await openEditor()
  await editor.user.click(title())
  expect(await items(editor, 'Look')).toEqual(['Default', 'Quiet'])
  await editor.user.click(screen.getByRole('menuitemradio', { name: 'Quiet' }))
  expect(editor.puppets.field.calls.at(-1)?.input).toMatchObject({
    property: 'uiComponent',
    value: 'AltTitle',
  })
  await editor.user.click(tool('Look'))
  expect(screen.getByRole('menuitemradio', { name: 'Quiet' }).getAttribute('aria-checked')).toBe(
    'true',
  )
})

test('Duplicate copies the component, and says why it cannot until that is done', async () => {
  const editor = await openEditor()
  const { user, happen, puppets } = editor
  await user.click(title(1))
  const keys = tool('Duplicate').title
  expect(keys).toBe('Duplicate (Ctrl+D)')
  expect(tool('Duplicate').getAttribute('aria-keyshortcuts')).toBe('Control+D Meta+D')
  await user.click(tool('Duplicate'))
  const { calls } = puppets.pendingAction
  expect(calls.map(({ input }) => input.kind)).toEqual(['duplicate'])
  expect(tool('Duplicate').getAttribute('aria-busy')).toBe('true')
  expect(tool('Duplicate').title).toBe(keys)
  await user.click(tool('Duplicate'))
  expect(calls).toHaveLength(1)
  await happen(() =>
    puppets.pendingAction.settle({
      type: 'xstate.error.actor.saveChange',
      error: new Failure('unexpected'),
    }),
  )
  expect(isUnavailable(tool('Duplicate'))).toBe(false)
  await items(editor, 'More')
  await user.click(screen.getByRole('menuitem', { name: 'Publish' }))
  expect(isUnavailable(tool('Duplicate'))).toBe(true)
  expect(tool('Duplicate').hasAttribute('aria-busy')).toBe(false)
  expect(tool('Duplicate').getAttribute('aria-description')).toMatch(
    /^Another action is still in progress/,
  )
})

test('the menu adds beside the component', async () => {
  const editor = await openEditor()
  await editor.user.click(title())
  await items(editor, 'More')
  await editor.user.click(screen.getByRole('menuitem', { name: 'Add after' }))
  expect(screen.getByRole('dialog', { name: 'Add component' })).toBeTruthy()
  await editor.press('Cancel')
  expect(screen.queryByRole('dialog', { name: 'Add component' })).toBeNull()
})

test('the menu asks before it deletes, and publishes', async () => {
  const editor = await openEditor()
  await editor.user.click(title(1))
  await items(editor, 'More')
  await editor.user.click(screen.getByRole('menuitem', { name: 'Delete…' }))
  expect(editor.puppets.deletion.calls).toHaveLength(1)
  await editor.happen(() =>
    editor.puppets.deletion.settle({ type: 'xstate.done.actor.confirm', output: false }),
  )
  await items(editor, 'More')
  await editor.user.click(screen.getByRole('menuitem', { name: 'Publish' }))
  expect(editor.puppets.pendingAction.calls.at(-1)?.input).toMatchObject({ kind: 'publish' })
  expect(isUnavailable(tool('Down'))).toBe(true)
})

test('keys of a menu do not move the focus in the toolbar', async () => {
  const { user } = await openEditor()
  await user.click(title())
  await user.keyboard('{Alt>}{F10}{/Alt}{End}{Enter}')
  expect(await screen.findByRole('menu')).toBeTruthy()
  fireEvent.keyDown(screen.getAllByRole('menuitem')[0]!, { key: 'ArrowRight' })
  expect(toolbar().contains(focused())).toBe(false)
  await user.keyboard('{Escape}')
  expect(focused()).toBe(tool('More'))
  expect(queryToolbar()).not.toBeNull()
})
