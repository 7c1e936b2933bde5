import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Change } from '#content/change/types.ts'
import { NEW_RESOURCE } from '#content/model/iri.ts'
import {
  selectionMachine,
  selectSelectedIri,
  selectIsLiveShown,
  selectStack,
} from '#machines/editing/selection/selection.ts'
import type { SelectionEvent } from '#machines/editing/selection/selection-events.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  type OpenEditor,
  addFooter,
  changeTitle,
  draftOfTitle,
  footerGroup,
  openEditor,
  queryManager,
  requestDeletion,
  sampleDraft,
  sampleGroup,
  sampleTitle,
  saveAsDraft,
  selectLink,
  selectMenuLink,
  selectTitleAndText,
  settleRun,
  stageTitle,
  title,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(selectionMachine)
afterEach(cleanup)

const group = sampleGroup
const draftSelection = {
  stack: [sampleDraft['@id'], '/_/component_positions/three', group],
  area: 'page',
} as const
const titleSelection = {
  stack: [sampleTitle['@id'], '/_/component_positions/one', group],
  area: 'page',
} as const
const linkSelection = {
  stack: [
    '/component/NavigationLink/link',
    '/_/component_positions/link',
    '/_/component_groups/top',
  ],
  area: 'layout',
} as const

const paths = coveringPaths(
  pathsOf(selectionMachine, {
    input: undefined,
    events: [
      { type: 'resource.selected', ...draftSelection },
      { type: 'resource.selected', ...titleSelection },
      { type: 'resource.selected', ...linkSelection },
      { type: 'resource.selected', stack: [], area: 'page' },
      { type: 'add.inserted', stack: [...titleSelection.stack], kind: 'Title' },
      { type: 'location.committed' },
      { type: 'ancestor.selected', index: 2 },
      { type: 'ancestor.selected', index: 9 },
      { type: 'version.selected', live: true, iri: sampleDraft.publishedResource! },
      { type: 'selection.cleared' },
      { type: 'components.selected' },
      { type: 'iri.replaced', from: sampleTitle['@id'], to: '/component/Title/other' },
      { type: 'xstate.done.actor.areaSwitch', output: linkSelection },
      { type: 'xstate.done.actor.areaSwitch', output: null },
    ],
  }),
)

/** The text to press for each resource; for none, the space beside the page is pressed. */
const textByIri: Record<string, string> = {
  [sampleDraft['@id']]: 'Coda, rewritten',
  [sampleTitle['@id']]: 'Curtain',
  [linkSelection.stack[0]]: 'Elsewhere',
}

type AncestorSelected = Extract<SelectionEvent, { type: 'ancestor.selected' }>

const settleConfirm = ({ happen, puppets }: OpenEditor, { output }: { output: unknown }) =>
  happen(() =>
    puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: output !== null }),
  )

const sendToSelection: EditorGestures[string] = ({ happen, editModeRef }, event) =>
  happen(() => editModeRef.getSnapshot().children.selection!.send(event))

const gestures: EditorGestures = {
  'resource.selected': (editor, { stack: [first] }: { stack: string[] }) => {
    if (first === linkSelection.stack[0]) return selectMenuLink(editor)
    return editor.user.click(
      first === undefined ? document.body : screen.getByText(textByIri[first]!),
    )
  },
  'add.inserted': sendToSelection,
  // The panel shows no button for an ancestor that is not in the stack.
  'ancestor.selected': (editor, event: AncestorSelected) =>
    event.index === 2 ? editor.press('Main content') : sendToSelection(editor, event as never),
  'version.selected': async ({ user }) => {
    await user.click(screen.getByRole('tab', { name: 'Publish' }))
    await user.click(screen.getByLabelText('Edit live version'))
  },
  'selection.cleared': ({ user }) => user.keyboard('{Escape}'),
  'iri.replaced': sendToSelection,
  // Selecting several opens another panel, which has a walk of its own.
  'components.selected': sendToSelection,
  'location.committed': ({ pop }) => pop('/next'),
  'xstate.done.actor.areaSwitch': settleConfirm,
}

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    const selectionRef = editor.editModeRef.getSnapshot().children.selection!
    await walkEditor(editor, selectionRef, path, gestures)
    // The fallbacks of what is selected are those of the page.
    const { fallbacks, ...context } = selectionRef.getSnapshot().context
    expect({ ...context, fallbacks: path.next.context.fallbacks }).toEqual(path.next.context)
    expect(fallbacks.every((stack) => stack.length > 0)).toBe(true)

    const current = selectSelectedIri(path.next as never)
    expect(queryManager() !== null).toBe(current !== undefined)
    const marked = document.querySelector('[data-area] [aria-current="true"]')
    expect(marked?.textContent).toBe(
      selectIsLiveShown(path.next as never) ? 'Coda' : textByIri[current ?? ''],
    )
  })

test('the panel opens with the kind’s tab and keeps its tab when a draft replaces the live version', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  const { user } = editor
  await user.click(title())
  const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent
  expect(selectedTab()).toBe('Title')
  await user.click(screen.getByRole('tab', { name: 'Info' }))
  await changeTitle(editor, 'Mine')
  await saveAsDraft(editor, 'Mine')
  const { selection } = editor.editModeRef.getSnapshot().children
  expect(selectSelectedIri(selection!.getSnapshot())).toBe(draftOfTitle)
  expect(selectedTab()).toBe('Info')
  await user.click(title(1))
  expect(selectedTab()).toBe('Title')
})

test('nothing is selected alone while several are selected together', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await selectTitleAndText(editor)
  const selectionRef = editor.editModeRef.getSnapshot().children.selection!
  expect(selectSelectedIri(selectionRef.getSnapshot())).toBeUndefined()
})

const openSelection = async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  const selectionRef = editor.editModeRef.getSnapshot().children.selection!
  return {
    ...editor,
    send: (event: SelectionEvent) => editor.happen(() => selectionRef.send(event)),
    selectedIri: () => selectSelectedIri(selectionRef.getSnapshot()),
  }
}

test('the next component is selected in place of a removed one, and the panel has the focus', async () => {
  const { user, press, send, selectedIri } = await openSelection()
  await user.click(title())
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await press('Cancel')
  await send({ type: 'resource.removed', iri: sampleTitle['@id'] })
  expect(selectedIri()).not.toBe(sampleTitle['@id'])
  expect(selectedIri()).toBeDefined()
  expect(queryManager()!.contains(document.activeElement)).toBe(true)
})

test('nothing is selected when the group is removed with the selected resource', async () => {
  const { user, send } = await openSelection()
  await user.click(title())
  await send({ type: 'resource.removed', iri: group })
  expect(queryManager()).toBeNull()
})

test('what undo puts back is selected', async () => {
  const editor = await openSelection()
  const { '@id': iri } = sampleTitle
  const step = { method: 'DELETE' as const, iri }
  const change: Change = {
    id: '1',
    intent: { kind: 'delete', iri },
    steps: [{ ...step, creates: { iri } }],
    inverse: [step],
    refetch: [],
  }
  await editor.user.click(title())
  await requestDeletion(editor)
  await settleRun(editor, { change })
  await editor.press('Close')
  await editor.press('Undo')
  await settleRun(editor, { change })
  expect(editor.selectedIri()).toBe(iri)
})

test('a new resource stays selected when it is saved', async () => {
  const editor = await openSelection()
  await stageTitle(editor)
  await editor.press('Add draft')
  await settleRun(editor, { result: { resource: sampleTitle } })
  expect(editor.selectedIri()).toBe(sampleTitle['@id'])
})

test('a new resource is selected, and nothing once the selected resource is deleted', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await stageTitle(editor)
  const { selection } = editor.editModeRef.getSnapshot().children
  expect(selectSelectedIri(selection!.getSnapshot())).toBe(NEW_RESOURCE)
  await editor.press('Discard')
  await editor.press('Ok')
  await editor.user.click(title())
  expect(selectSelectedIri(selection!.getSnapshot())).toBe(sampleTitle['@id'])
  await requestDeletion(editor)
  await settleRun(editor, { removed: [sampleTitle['@id'], sampleGroup] })
  expect(queryManager()).toBeNull()
})

test('the stack of the selected resource follows it to another section', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await selectLink(editor)
  await addFooter(editor)
  const { selection } = editor.editModeRef.getSnapshot().children
  const [selected, at] = selectStack(selection!.getSnapshot())
  await editor.user.click(screen.getByRole('tab', { name: 'Order' }))
  await editor.user.selectOptions(screen.getByLabelText('Section'), footerGroup)
  expect(selectStack(selection!.getSnapshot())).toEqual([selected, at, footerGroup])
})

test('what was selected together before a reload is selected again', async () => {
  await selectTitleAndText(await openEditor({ inspect: coverage.inspect }))
  const storage = { ...sessionStorage }
  cleanup()
  const editor = await openEditor({ storage, inspect: coverage.inspect })
  const selectionRef = editor.editModeRef.getSnapshot().children.selection!
  expect(selectStack(selectionRef.getSnapshot())).toEqual([])
})

coverage.expectAll({
  'selection add.inserted':
    'only a kind that is added at once causes it, which a test of edit mode adds by its dialog',
  'selection.open ancestor.selected [1]':
    'the panel has buttons for the ancestors of the stack only; any other IRI is written to the log',
})
