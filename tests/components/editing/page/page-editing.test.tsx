import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { selectArea, selectSelectedIri } from '#machines/editing/selection/selection.ts'
import { component } from '../../../support/content/page-payload.ts'
import {
  type OpenEditor,
  bodyText,
  manager,
  openEditor,
  queryManager,
  sampleTitle,
  title,
  typeInto,
  selectMenuLink,
} from '../../../support/editor.tsx'

afterEach(cleanup)

const managerOf = ({ editModeRef }: OpenEditor) =>
  editModeRef.getSnapshot().children.selection!.getSnapshot()
const current = (editor: OpenEditor) => selectSelectedIri(managerOf(editor))

test('Edit makes the page editable in place and Done ends that', async () => {
  const { press } = await openEditor({ editing: false })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Curtain' })).toBeTruthy()

  await press('Edit')
  expect(title().textContent).toBe('Curtain')
  expect(bodyText().textContent).toBe('Words')
  expect(screen.getByRole('heading', { name: 'Curtain' }).contains(title())).toBe(true)
  expect(queryManager()).toBeNull()

  await press('Done')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Curtain' })).toBeTruthy()
})

test('pressing a component selects it and opens the panel', async () => {
  const { user } = await openEditor()
  await user.click(title())
  expect(manager()).toBeTruthy()
  expect(document.querySelectorAll('[aria-current="true"]')).toHaveLength(1)
  expect(title().closest('[aria-current="true"]')).not.toBeNull()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Title',
    'Info',
    'Order',
    'Publish',
  ])
})

test('pressing a link selects it instead of following it', async () => {
  const editor = await openEditor()
  await selectMenuLink(editor)
  expect(editor.puppets.areaSwitch.calls).toHaveLength(1)
  await editor.happen(() =>
    editor.puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }),
  )
  await editor.user.keyboard('{Escape}')
  const link = screen.getByRole('link', { name: 'Elsewhere' })
  expect(fireEvent.click(link)).toBe(false)
  expect(current(editor)).toBe('/component/NavigationLink/link')
  expect(editor.address).toEqual([])
})

test('a link with the force flag is followed, and the flag is removed', async () => {
  const editor = await openEditor()
  const url = '/elsewhere?cwa_force=true'
  const forced = component('NavigationLink', 'link', { label: 'Elsewhere', url })
  await editor.happen(() => editor.cache.save([{ resource: forced }]))
  const link = screen.getByRole('link', { name: 'Elsewhere' })
  await editor.happen(() => void fireEvent.click(link))
  expect(editor.address).toEqual(['/elsewhere'])
  expect(editor.puppets.areaSwitch.calls).toHaveLength(0)
})

describe('a change by another editor', () => {
  const change = (editor: OpenEditor, words: string) =>
    editor.happen(() => editor.cache.save([{ resource: { ...sampleTitle, title: words } }]))

  test('is shown in a text without pending edits', async () => {
    const editor = await openEditor()
    await change(editor, 'Curtain call')
    expect(title().textContent).toBe('Curtain call')
  })

  test('does not overwrite a text with pending edits', async () => {
    const editor = await openEditor()
    typeInto(title(), 'Mine')
    await change(editor, 'Theirs')
    expect(title().textContent).toBe('Mine')
  })
})

describe('by keyboard', () => {
  test('tabbing to a text selects it; focusing it otherwise does not', async () => {
    const editor = await openEditor()
    await editor.happen(() => title().focus())
    expect(current(editor)).toBeUndefined()
    await editor.user.tab()
    expect(current(editor)).toBe(bodyText().closest('[data-iri]')!.getAttribute('data-iri'))
  })

  test('typing into an unselected text selects it first', async () => {
    const editor = await openEditor()
    const event = new InputEvent('beforeinput', { bubbles: true, cancelable: true })
    expect(fireEvent(title(), event)).toBe(true)
    expect(current(editor)).toBe(sampleTitle['@id'])
  })

  test('typing into the other area needs a confirmation first', async () => {
    const editor = await openEditor()
    await selectMenuLink(editor)
    await editor.happen(() =>
      editor.puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }),
    )
    expect(selectArea(managerOf(editor))).toBe('layout')
    const event = new InputEvent('beforeinput', { bubbles: true, cancelable: true })
    expect(fireEvent(title(), event)).toBe(false)
    await editor.happen(() => title().focus())
    await editor.user.keyboard('{Enter}')
    expect(editor.puppets.areaSwitch.calls).toHaveLength(2)
  })

  test('Escape clears the selection and keeps focus on the resource', async () => {
    const editor = await openEditor()
    await editor.user.click(title())
    await editor.happen(() => screen.getByRole('tab', { name: 'Title' }).focus())
    await editor.user.keyboard('{Escape}')
    expect(queryManager()).toBeNull()
    expect(document.activeElement).toBe(title())
    expect(current(editor)).toBeUndefined()
  })

  test.each(['undo', 'redo'] as const)('%s in a text is that of the page', async (direction) => {
    const editor = await openEditor({ controlsIdle: true })
    await editor.user.click(title())
    const keys = { undo: '{Control>}z{/Control}', redo: '{Control>}y{/Control}' }
    await editor.user.keyboard(keys[direction])
    expect(editor.editModeRef.getSnapshot().context.pendingAction).toEqual({
      action: { type: `${direction}.requested` },
    })
  })

  test.each([
    ['historyUndo', 'undo.requested'],
    ['historyRedo', 'redo.requested'],
  ])('the browser’s own %s is that of the page', async (inputType, type) => {
    const editor = await openEditor({ controlsIdle: true })
    await editor.user.click(title())
    const input = new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true })
    title().dispatchEvent(input)
    expect(input.defaultPrevented).toBe(true)
    expect(editor.editModeRef.getSnapshot().context.pendingAction).toEqual({ action: { type } })
  })
})

test('the tools of the page are there only where a page is shown', async () => {
  const editor = await openEditor()
  await editor.press('Outline')
  const tools = () => [
    ...['Undo', 'Outline', 'Preview: desktop'].map((name) =>
      screen.queryByRole('button', { name }),
    ),
    screen.queryByRole('region', { name: 'Outline' }),
    screen.queryByRole('complementary', { name: 'Nothing selected' }),
  ]
  expect(tools()).not.toContain(null)
  expect(screen.queryByText(/^Editing\. Select something/)).not.toBeNull()
  await editor.pop('/_cwa/media')
  expect(tools().every((tool) => tool === null)).toBe(true)
  expect(screen.queryByText(/^Editing\. Select something/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy()
  await editor.pop('/')
  expect(tools()).not.toContain(null)
})

test('dragging from one component to another selects neither', async () => {
  const editor = await openEditor()
  fireEvent.pointerDown(title())
  // When the pointer is released on another element, browsers fire the click on their common ancestor.
  fireEvent.click(document.querySelector('[data-area="page"] [data-iri]')!)
  expect(current(editor)).toBeUndefined()
})

test('pressing the placeholder of an empty group selects the group', async () => {
  const editor = await openEditor()
  const { user, happen, cache } = editor
  const group = '/_/component_groups/_'
  await happen(() => {
    const resource = cache.read(group)!
    cache.save([{ resource: { ...resource, componentPositions: [] } }])
  })
  await user.click(screen.getByRole('button', { name: /Main content is empty/ }))
  expect(current(editor)).toBe(group)
  expect(screen.getByRole('button', { name: 'Add to start' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add to end' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})
