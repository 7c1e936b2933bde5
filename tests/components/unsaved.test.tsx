import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { selectUnsaved } from '#machines/edit-mode.ts'
import { unsavedMachine } from '#machines/unsaved.ts'
import { cover } from '../support/coverage.ts'
import {
  type EditorGestures,
  openEditor,
  siteReached,
  sampleGroup as group,
  sampleTitle,
  title,
  tool,
  typeInto,
  walkEditor,
} from '../support/editor.tsx'
import { enough, pathsOf } from '../support/paths.ts'

const coverage = cover(unsavedMachine)
afterEach(cleanup)

const iri = sampleTitle['@id']
const order = ['one', 'two', 'three'].map((id) => `/_/component_positions/${id}`)
const property = 'title'

const paths = enough(
  pathsOf(unsavedMachine, {
    input: undefined,
    events: [
      { type: 'field.changed', iri, property, value: 'Mine', stored: 'Curtain' },
      { type: 'field.settled', iri, property },
      { type: 'move.requested', group, position: order[0]!, to: 1, order },
      { type: 'flush.requested' },
      { type: 'site.reached' },
      { type: 'settling.requested', iri: null },
      { type: 'iri.replaced', from: iri, to: '/component/Title/other' },
      { type: 'resource.removed', iri },
      { type: 'xstate.done.actor.settled', output: true },
    ],
    tellApart: ({ fields, reorders }) => [
      Object.keys(fields).length > 0,
      Object.keys(reorders).length > 0,
    ],
  }),
)

const told: EditorGestures[string] = ({ happen, editModeRef }, event) =>
  happen(() => editModeRef.send(event))

const gestures: EditorGestures = {
  // The first key starts the field; the ones after it go to it alone, or here when they come from elsewhere.
  'field.changed': (editor, event: { value: string }) =>
    title().textContent === event.value
      ? told(editor, event as never)
      : typeInto(title(), event.value),
  'field.settled': told,
  'move.requested': async ({ user }) => {
    await user.click(title())
    await user.click(screen.getByRole('tab', { name: 'Order' }))
    await user.selectOptions(screen.getByLabelText('Place'), '2 of 3')
  },
  'site.reached': siteReached,
  'flush.requested': () => fireEvent.blur(title()),
  // Whatever comes next waits until all of it has come to rest.
  'settling.requested': ({ user }) => user.keyboard('{Control>}z{/Control}'),
  'iri.replaced': told,
  'resource.removed': told,
  'xstate.done.actor.settled': ({ happen, puppets }, event) =>
    happen(() => puppets.settled.settle(event)),
}

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({ inspect: coverage.inspect, holdsSettling: true })
    const unsavedRef = selectUnsaved(editor.editModeRef.getSnapshot())!
    await walkEditor(editor, unsavedRef, path, gestures)
    const { fields, reorders } = unsavedRef.getSnapshot().context
    const { context } = path.next
    expect(Object.keys(fields)).toEqual(Object.keys(context.fields))
    expect(Object.keys(reorders)).toEqual(Object.keys(context.reorders))
  })

test('what was typed survives that a draft is made meanwhile', async () => {
  const { happen, editModeRef, cache } = await openEditor()
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
    editModeRef.send({ type: 'iri.replaced', from: iri, to })
  })
  const textEl = title()
  expect(textEl.textContent).toBe('Mine')
  typeInto(textEl, 'Mine, later')
  expect(title()).toBe(textEl)
  const { fields } = selectUnsaved(editModeRef.getSnapshot())!.getSnapshot().context
  expect(Object.keys(fields)).toEqual([`${to} ${property}`])
  expect(fields[`${to} ${property}`]!.getSnapshot().context.value).toBe('Mine, later')
})

test('whether all is saved is seen in the bar', async () => {
  const { wait, happen, puppets, user } = await openEditor()
  const state = () => document.querySelector('[data-save-state]')?.textContent
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
