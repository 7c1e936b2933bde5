import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Change } from '#content/change/types.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { selectMultipleSelectionRef } from '#machines/editing/edit-mode.ts'
import {
  type MultipleSelectionEvent,
  isActive,
  isPicking,
  multipleSelectionMachine,
  selectComponents,
} from '#machines/editing/selection/multiple-selection.ts'
import { selectSelectedIri } from '#machines/editing/selection/selection.ts'
import {
  type EditorGestures,
  type OpenEditor,
  bodyText,
  changeTitle,
  draftOfTitle,
  isUnavailable,
  manager,
  openEditor,
  preparedIntents,
  queryManager,
  requestDeletion,
  sampleDraft,
  sampleGroup,
  sampleTitle,
  saveAsDraft,
  selectTitleAndText,
  settleRun,
  title,
  titleAndTextPositions,
  tool,
  walkEditor,
} from '../../../support/editor.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(multipleSelectionMachine)
afterEach(cleanup)

const at = (iri: string, name: string): Selection => ({
  stack: [iri, `/_/component_positions/${name}`, sampleGroup],
  area: 'page',
})
const one = at(sampleTitle['@id'], 'one')
const two = at('/component/HtmlContent/two', 'two')
const iri = sampleTitle['@id']

const paths = coveringPaths(
  pathsOf(multipleSelectionMachine, {
    input: undefined,
    events: [
      { type: 'component.toggled', component: one, selected: null },
      { type: 'component.toggled', component: two, selected: one },
      { type: 'range.selected', components: [one, two] },
      { type: 'picking.requested', component: one },
      { type: 'selection.cleared' },
      { type: 'resource.selected' },
      { type: 'selection.changed', iri: sampleDraft['@id'] },
      { type: 'selection.moved' },
      { type: 'location.committed' },
      { type: 'iri.replaced', from: iri, to: '/component/Title/other' },
      { type: 'resource.removed', iri },
      { type: 'resource.removed', iri: two.stack[1]! },
    ],
    distinguishBy: ({ components }) => components.map(({ stack }) => stack[1]),
  }),
)

const pressWith = async ({ user }: OpenEditor, key: string, element: HTMLElement) => {
  await user.keyboard(`{${key}>}`)
  await user.click(element)
  await user.keyboard(`{/${key}}`)
}
const elementOf = ({ stack }: Selection) => (stack[1] === one.stack[1] ? title() : bodyText())
const refOf = ({ editModeRef }: OpenEditor) =>
  selectMultipleSelectionRef(editModeRef.getSnapshot())!
const componentsOf = (editor: OpenEditor) => selectComponents(refOf(editor).getSnapshot())
const selectedAlone = ({ editModeRef }: OpenEditor) =>
  selectSelectedIri(editModeRef.getSnapshot().children.selection!.getSnapshot())

/** The change queue is at rest in these tests. */
const sendChange: EditorGestures[string] = (editor, event) =>
  editor.happen(() => refOf(editor).send(event))

type Toggled = Extract<MultipleSelectionEvent, { type: 'component.toggled' }>

const gestures: EditorGestures = {
  'component.toggled': async (editor, { component, selected }: Toggled) => {
    // Selects a component alone first, or nothing.
    if (!isActive(refOf(editor).getSnapshot()))
      await (selected ? editor.user.click(elementOf(selected)) : editor.user.keyboard('{Escape}'))
    await (isPicking(refOf(editor).getSnapshot())
      ? editor.user.click(elementOf(component))
      : pressWith(editor, 'Control', elementOf(component)))
  },
  'range.selected': async (editor) => {
    await editor.user.keyboard('{Escape}')
    await selectTitleAndText(editor)
  },
  'picking.requested': async (editor) => {
    await editor.user.keyboard('{Escape}')
    await editor.user.click(title())
    await editor.press('More')
    await editor.user.click(screen.getByRole('menuitem', { name: 'Select several…' }))
  },
  'selection.cleared': ({ user }) => user.keyboard('{Escape}'),
  'resource.selected': ({ user }) => user.click(document.body),
  'selection.changed': async ({ user, press }) => {
    await press('1 draft on this page')
    await user.click(screen.getByRole('menuitem', { name: /Coda, rewritten/ }))
  },
  // Something that undo has restored is on the page.
  'selection.moved': ({ happen, appRef }) =>
    happen(() =>
      appRef.system
        .get('selection')
        .send({ type: 'resource.restored', stack: [sampleDraft['@id']], area: 'page' }),
    ),
  'location.committed': ({ pop }) => pop('/next'),
  'iri.replaced': sendChange,
  'resource.removed': sendChange,
}

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    const ref = refOf(editor)
    await walkEditor(editor, ref, path, gestures)
    expect(componentsOf(editor).map(({ stack }) => stack[1])).toEqual(
      path.next.context.components.map(({ stack }) => stack[1]),
    )
  })

const openWithTwo = async (options: Parameters<typeof openEditor>[0] = {}) => {
  const editor = await openEditor({ inspect: coverage.inspect, ...options })
  await selectTitleAndText(editor)
  return editor
}

test('several have one panel with their names, and none of them is edited', async () => {
  const editor = await openWithTwo()
  expect(selectedAlone(editor)).toBeUndefined()
  expect(
    within(manager())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Title Curtain', 'Body Text Words'])
  expect(document.activeElement).toBe(manager())
  expect(document.querySelectorAll('[data-highlight="selection"]')).toHaveLength(2)
  expect(screen.getByText('2 components selected', { selector: '[role="status"] *' })).toBeTruthy()
})

test('the one that is left is selected alone', async () => {
  const editor = await openWithTwo()
  await editor.press('Deselect Title “Curtain”')
  expect(selectedAlone(editor)).toBe('/component/HtmlContent/two')
  expect(document.activeElement).toBe(manager())
})

test('they move only where there is room', async () => {
  await openWithTwo()
  expect(isUnavailable(tool('Move up'))).toBe(true)
  expect(isUnavailable(tool('Move down'))).toBe(false)
})

test('the drafts among them are published together', async () => {
  const editor = await openWithTwo({ savesByQueue: true })
  expect(within(manager()).queryByRole('button', { name: 'Publish' })).toBeNull()
  await pressWith(editor, 'Control', screen.getByText('Coda, rewritten'))
  await editor.press('Publish')
  expect(preparedIntents(editor)).toEqual([{ kind: 'publishAll', iris: [sampleDraft['@id']] }])
})

test('they are duplicated after the last of them', async () => {
  const editor = await openWithTwo({ savesByQueue: true })
  await editor.press('Duplicate')
  expect(preparedIntents(editor)).toMatchObject([
    { kind: 'paste', copies: [{ type: 'Title' }, { type: 'HtmlContent' }] },
  ])
})

test('what is in the layout is not selected together with the page', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await editor.user.click(title())
  await pressWith(editor, 'Shift', screen.getByText('Elsewhere'))
  expect(componentsOf(editor)).toEqual([])
})

test('in the outline the keys select together, too', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await editor.press('Outline')
  const item = (name: RegExp) => screen.getByRole('treeitem', { name })
  await editor.user.click(item(/Curtain/))
  await editor.user.keyboard('{ArrowDown}{Control>} {/Control}')
  expect(item(/Curtain/).getAttribute('aria-selected')).toBe('true')
  expect(item(/Words/).getAttribute('aria-selected')).toBe('true')
  await pressWith(editor, 'Shift', item(/Coda/))
  expect(componentsOf(editor)).toHaveLength(2)
  await pressWith(editor, 'Control', item(/Curtain/))
  expect(componentsOf(editor)).toHaveLength(3)
})

const openQueued = () => openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })

test('one that gets a draft stays selected, and the panel closes once all are deleted', async () => {
  const editor = await openQueued()
  await changeTitle(editor, 'Mine')
  await selectTitleAndText(editor)
  await saveAsDraft(editor, 'Mine')
  expect(componentsOf(editor)[0]!.stack[0]).toBe(draftOfTitle)
  await requestDeletion(editor)
  await settleRun(editor, { removed: [...titleAndTextPositions] })
  expect(queryManager()).toBeNull()
})

test('what undo has restored is selected in their place', async () => {
  const editor = await openQueued()
  const step = { method: 'DELETE' as const, iri }
  const change: Change = {
    id: '1',
    intent: { kind: 'delete', iri },
    steps: [step],
    inverse: [{ ...step, method: 'POST', creates: { iri } }],
    refetch: [],
  }
  await editor.user.click(title())
  await requestDeletion(editor)
  await settleRun(editor, { change })
  await selectTitleAndText(editor)
  await editor.press('Undo')
  await settleRun(editor, { change })
  expect(selectedAlone(editor)).toBe(iri)
  expect(componentsOf(editor)).toEqual([])
})

test('what was selected together before a reload is selected again', async () => {
  await selectTitleAndText(await openEditor({ inspect: coverage.inspect }))
  const storage = { ...sessionStorage }
  cleanup()
  const editor = await openEditor({ storage, inspect: coverage.inspect })
  expect(componentsOf(editor).map(({ stack }) => stack[1])).toEqual(titleAndTextPositions)
})

coverage.expectAll()
