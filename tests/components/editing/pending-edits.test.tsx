import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { selectPendingEditsRef } from '#machines/editing/edit-mode.ts'
import { pendingEditsMachine } from '#machines/editing/pending-edits.ts'
import { restoreNetwork } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import {
  type EditorGestures,
  hub,
  openEditor,
  reachServer,
  sampleGroup as group,
  sampleTitle,
  title,
  tool,
  typeInto,
  walkEditor,
} from '../../support/editor.tsx'
import { coveringPaths, pathsOf } from '../../support/machines/paths.ts'

const coverage = cover(pendingEditsMachine)
afterEach(cleanup)

const iri = sampleTitle['@id']
const order = ['one', 'two', 'three'].map((id) => `/_/component_positions/${id}` as const)
const property = 'title'

const paths = coveringPaths(
  pathsOf(pendingEditsMachine, {
    input: undefined,
    events: [
      { type: 'field.changed', iri, property, value: 'Mine', stored: 'Curtain' },
      { type: 'move.requested', group, position: order[0]!, to: 1, order },
      { type: 'flush.requested' },
      { type: 'connection.opened' },
      { type: 'network.restored' },
      { type: 'save.requested', iri: null },
      { type: 'iri.replaced', from: iri, to: '/component/Title/other' },
      { type: 'resource.removed', iri },
      { type: 'xstate.done.actor.waitUntilIdle', output: true },
    ],
    distinguishBy: ({ fields, reorders }) => [
      Object.keys(fields).length > 0,
      Object.keys(reorders).length > 0,
    ],
  }),
)

const sendEvent: EditorGestures[string] = ({ happen, editModeRef }, event) =>
  happen(() => editModeRef.send(event))

const sendToPendingEdits: EditorGestures[string] = ({ happen, appRef }, event) =>
  happen(() => appRef.system.get('pendingEdits').send(event))

const gestures: EditorGestures = {
  // The first keystroke starts the field and later ones go to it directly, so a repeated value is sent to edit mode.
  'field.changed': (editor, event: { value: string }) =>
    title().textContent === event.value
      ? sendEvent(editor, event as never)
      : typeInto(title(), event.value),
  'move.requested': async ({ user }) => {
    await user.click(title())
    await user.click(screen.getByRole('tab', { name: 'Order' }))
    await user.selectOptions(screen.getByLabelText('Place'), '2 of 3')
  },
  'connection.opened': reachServer,
  'network.restored': restoreNetwork,
  'flush.requested': () => fireEvent.blur(title()),
  // Undo waits until all pending edits are saved.
  'save.requested': ({ user }) => user.keyboard('{Control>}z{/Control}'),
  'iri.replaced': sendToPendingEdits,
  'resource.removed': sendToPendingEdits,
  'xstate.done.actor.waitUntilIdle': ({ happen, puppets }, event) =>
    happen(() => puppets.waitUntilIdle.settle(event)),
}

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({ hub, inspect: coverage.inspect, controlsIdle: true })
    const pendingEditsRef = selectPendingEditsRef(editor.editModeRef.getSnapshot())!
    await walkEditor(editor, pendingEditsRef, path, gestures)
    const { fields, reorders } = pendingEditsRef.getSnapshot().context
    const { context } = path.next
    expect(Object.keys(fields)).toEqual(Object.keys(context.fields))
    expect(Object.keys(reorders)).toEqual(Object.keys(context.reorders))
  })

test('a typed value survives the creation of a draft', async () => {
  const { appRef, happen, editModeRef, cache } = await openEditor()
  typeInto(title(), 'Mine')
  const to = '/component/Title/fork'
  await happen(() => {
    const draft = {
      ...sampleTitle,
      '@id': to,
      publishedResource: iri,
      _metadata: { persisted: true, publishable: { published: false } },
    }
    cache.save([{ resource: { ...sampleTitle, draftResource: to } }, { resource: draft }])
    appRef.system.get('pendingEdits').send({ type: 'iri.replaced', from: iri, to })
  })
  const textEl = title()
  expect(textEl.textContent).toBe('Mine')
  typeInto(textEl, 'Mine, later')
  expect(title()).toBe(textEl)
  const { fields } = selectPendingEditsRef(editModeRef.getSnapshot())!.getSnapshot().context
  expect(Object.keys(fields)).toEqual([`${to} ${property}`])
  expect(fields[`${to} ${property}`]!.getSnapshot().context.value).toBe('Mine, later')
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

coverage.expectAll()
