import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { FieldChange } from '#content/change/fields/field-value.ts'
import { isEditing } from '#machines/editing/edit-mode.ts'
import { Failure } from '#content/model/failure.ts'
import { pendingEditsMachine } from '#machines/editing/changes/pending-edits.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  hub,
  changeTitle,
  changeTitleOffline,
  draftOfTitle,
  openEditor,
  requestDeletion,
  sampleTitle,
  saveAsDraft,
  settleAcceptance,
  settleRun,
  title,
  tool,
  typeInto,
  undoUnsaved,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'
import { refused } from '../../../support/field-paths.ts'
import { settledEdits } from '../../../support/settled-edits.ts'

const coverage = cover(pendingEditsMachine)
afterEach(cleanup)

const iri = sampleTitle['@id']
const property = 'title'

const unload = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event
}

// The first test, because the editors of other tests would warn, too.
test('the browser asks before it closes a page with unsaved edits, which are saved meanwhile', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  expect(unload().defaultPrevented).toBe(false)
  typeInto(title(), 'Mine')
  expect(editor.puppets.field.calls).toHaveLength(0)
  await editor.happen(() => expect(unload().defaultPrevented).toBe(true))
  expect(editor.puppets.field.calls).toHaveLength(1)
})

const paths = coveringPaths(
  pathsOf(pendingEditsMachine, {
    input: undefined,
    events: [
      {
        type: 'field.changed',
        iri,
        property,
        value: 'Mine',
        stored: 'Curtain',
      },
      { type: 'edits.resumed', edits: [{ iri, property, value: 'Mine', stored: 'Curtain' }] },
      { type: 'flush.requested' },
      { type: 'selection.changed', iri: null },
      { type: 'location.committed' },
      { type: 'save.requested', iri: null },
      { type: 'iri.replaced', from: iri, to: '/component/Title/other' },
      { type: 'resource.removed', iri },
      { type: 'deletion.detected', iri, live: null, known: [] },
      { type: 'change.saved', intent: { kind: 'delete', iri } },
      { type: 'xstate.done.actor.waitUntilIdle', output: settledEdits(true) },
      { type: 'xstate.done.actor.field 0', output: [iri] },
    ],
    distinguishBy: ({ fields }) => Object.keys(fields).length > 0,
  }),
)

const sendToPendingEdits: EditorGestures[string] = ({ happen, appRef }, event) =>
  happen(() => appRef.system.get('pendingEdits').send(event))

const gestures: EditorGestures = {
  // Typing what is there already changes nothing.
  'field.changed': (_, { value }: { value: string }) =>
    typeInto(title(), title().textContent === value ? `${value}!` : value),
  'edits.resumed': ({ happen, puppets }, { edits }: { edits: readonly FieldChange[] }) =>
    happen(() =>
      puppets.readWork.settle({
        type: 'xstate.done.actor.readWork',
        output: { edits, moves: [], iris: [] },
      }),
    ),
  'selection.changed': ({ user }) => user.click(title(1)),
  'location.committed': ({ pop }) => pop('/next'),
  'flush.requested': () => fireEvent.blur(title()),
  // Undo waits until all pending edits are saved.
  'save.requested': ({ user }) => user.keyboard('{Control>}z{/Control}'),
  'iri.replaced': sendToPendingEdits,
  'resource.removed': sendToPendingEdits,
  'deletion.detected': ({ happen, puppets }, event) =>
    happen(() => puppets.watchDeletions.send(event)),
  'change.saved': sendToPendingEdits,
  // A colleague has deleted the component, and the edit is given up.
  'xstate.done.actor.field 0': async ({ wait, happen, puppets, press }) => {
    await wait(250)
    await happen(() => {
      puppets.field.settle(refused(new Failure('notFound')))
      puppets.watchDeletions.send({ type: 'deletion.detected', iri, live: null, known: [] })
    })
    await press('Discard my change')
  },
  'xstate.done.actor.waitUntilIdle': ({ happen, puppets }, event) =>
    happen(() => puppets.waitUntilIdle.settle(event)),
}

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({
      hub,
      inspect: coverage.inspect,
      controlsIdle: true,
      controlsResumption: true,
    })
    const pendingEditsRef = editor.editModeRef.getSnapshot().children.pendingEdits!
    await walkEditor(editor, pendingEditsRef, path, gestures)
    const { fields } = pendingEditsRef.getSnapshot().context
    const { context } = path.next
    expect(Object.keys(fields)).toEqual(Object.keys(context.fields))
  })

test('a typed value survives the creation of a draft', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await changeTitle(editor, 'Mine')
  typeInto(title(), 'Mine, later')
  const textEl = title()
  await saveAsDraft(editor, 'Mine')
  expect(textEl.textContent).toBe('Mine, later')
  typeInto(textEl, 'Mine, at last')
  expect(title()).toBe(textEl)
  const pendingEdits = editor.editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()
  const { fields } = pendingEdits.context
  expect(Object.keys(fields)).toEqual([`${draftOfTitle} ${property}`])
  expect(fields[`${draftOfTitle} ${property}`]!.getSnapshot().context.value).toBe('Mine, at last')
})

test('the edits of a deleted resource are gone', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await editor.user.click(title())
  await changeTitle(editor, 'Mine')
  await settleRun(editor, { result: { resource: { ...sampleTitle, title: 'Mine' } } })
  const pendingEditsRef = editor.editModeRef.getSnapshot().children.pendingEdits!
  expect(Object.keys(pendingEditsRef.getSnapshot().context.fields)).toHaveLength(1)
  await requestDeletion(editor)
  await settleRun(editor, { removed: [iri] })
  expect(pendingEditsRef.getSnapshot().context.fields).toEqual({})
})

test('the bar shows the save status', async () => {
  const { wait, happen, puppets, user } = await openEditor()
  const state = () => document.querySelector('[data-save-status]')?.textContent
  expect(state()).toBe('Saved')
  await user.click(title())
  typeInto(title(), 'Mine')
  expect(state()).toBe('Saving…')
  await wait(250)
  expect(state()).toBe('Saving…')
  await happen(() =>
    puppets.field.settle({
      type: 'xstate.error.actor.saveChange',
      error: new Error('refused'),
    }),
  )
  expect(state()).toBe('Not saved')
  expect(tool('Delete')).toBeTruthy()
})

test('an unsaved edit gets the focus when it keeps Done from ending', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  await changeTitle(editor, 'Mine')
  await settleRun(editor, { failure: new Failure('invalid') })
  await editor.press('Done')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Not saved: Title' }))
  expect(isEditing(editor.editModeRef.getSnapshot())).toBe(true)
})

test('an edit that cannot be saved is undone by the keys', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await changeTitleOffline(editor, 'Mine')
  await undoUnsaved(editor)
  await settleAcceptance(editor)
  expect(title().textContent).toBe('Curtain')
  expect(screen.queryByRole('region', { name: 'Not saved: Title' })).toBeNull()
})

coverage.expectAll()
