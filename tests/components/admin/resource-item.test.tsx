import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ItemField } from '#content/admin/item-form.ts'
import { noFacts } from '#content/admin/item-deletion.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { ItemDeletionOutcome } from '#machines/admin/item-deletion.ts'
import type { OutsideChangeOutcome } from '#machines/admin/outside-change.ts'
import type { ItemSaveOutcome } from '#machines/admin/item-save.ts'
import {
  hasConflicts,
  isBusy,
  isChanged,
  resourceItemMachine,
  selectDraft,
  selectFailure,
} from '#machines/admin/resource-item.ts'
import { cover } from '../../support/machines/coverage.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'
import {
  type ItemScreen,
  enter,
  itemForm,
  itemScreenPath,
  newForm,
  openInfo,
  openItemScreen,
  openName,
  press,
  pressSave,
  storedForm,
} from '../../support/resource-item.tsx'

const coverage = cover(resourceItemMachine)
afterEach(cleanup)

const saved = itemForm('"2"', { reference: 'mine', title: 'Home' })
/** The form of a copy, which has a name from the start. */
const copyForm = {
  ...newForm,
  fields: newForm.fields.map((field) => ({ ...field, initial: 'Copy of home' })),
}
const theirs = itemForm('"3"', { reference: 'theirs', title: 'Home' })
const theirData = { '@id': '/_/layouts/1', reference: 'theirs', title: 'Home' }
const offline = new Failure('offline')
const gone = failureFromStatus(404)
const done = <Output,>(name: string, output: Output) => ({
  type: `xstate.done.actor.${name}` as const,
  output,
})
const saveEnded = (outcome: ItemSaveOutcome) => done('itemSave', outcome)
const deletionEnded = (outcome: ItemDeletionOutcome) => done('itemDeletion', outcome)
const notSaved = { form: storedForm, draft: { reference: 'mine' }, isSaved: false } as const

const paths = coveringPaths(
  pathsOf(resourceItemMachine, {
    input: { path: itemScreenPath },
    events: [
      { type: 'retry.requested' },
      { type: 'value.changed', name: 'reference', value: 'mine' },
      { type: 'value.changed', name: 'reference', value: '' },
      { type: 'save.requested' },
      { type: 'save.requested', closes: true },
      { type: 'value.submitted', name: 'reference' },
      { type: 'discard.requested' },
      { type: 'discard.confirmed' },
      { type: 'discard.canceled' },
      { type: 'deletion.requested' },
      { type: 'conflict.resolved', name: 'reference', keep: 'mine' },
      { type: 'conflict.resolved', name: 'reference', keep: 'theirs' },
      { type: 'conflict.merged', name: 'reference', value: 'theirs mine' },
      { type: 'message.received', id: '1', data: theirData },
      done('outsideChange', { theirs }),
      done('outsideChange', { theirs: null }),
      { type: 'xstate.done.actor.readItem', output: storedForm },
      { type: 'xstate.done.actor.readItem', output: newForm },
      { type: 'xstate.done.actor.readItem', output: copyForm },
      { type: 'xstate.error.actor.readItem', error: offline },
      { type: 'xstate.error.actor.readItem', error: gone },
      { type: 'xstate.error.actor.readItem', error: failureFromStatus(401) },
      saveEnded({ form: saved, draft: {}, isSaved: true, failure: null }),
      saveEnded({ ...notSaved, failure: offline }),
      saveEnded({ ...notSaved, failure: gone }),
      deletionEnded({ isDeleted: true, failure: null }),
      deletionEnded({ isDeleted: false, failure: null }),
      deletionEnded({ isDeleted: false, failure: gone }),
      { type: 'xstate.done.actor.renewSession', output: 'renewed' },
      { type: 'xstate.done.actor.renewSession', output: 'declined' },
      { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
    ],
    distinguishBy: ({ form, draft, closes, errors, failure, conflicts, messages }) => [
      form?.version?.etag ?? form,
      draft,
      closes,
      errors,
      failure?.kind,
      conflicts.length,
      messages.length,
    ],
  }),
)

const question = () => screen.getByRole('alertdialog')
const conflict = () => screen.getByRole('group', { name: 'Name' })
const gestures: Record<string, (opened: ItemScreen, event: never) => unknown> = {
  'retry.requested': () => press('Try again'),
  'value.changed': (_, { value }: { value: string }) => enter('Name', value),
  'save.requested': (_, { closes }: { closes?: boolean }) =>
    closes ? press(/^(Save|Add) & Close$/) : pressSave(),
  'value.submitted': async () => {
    await openName()
    await press('Save name')
  },
  'discard.requested': () => press('Discard changes'),
  'discard.confirmed': () => press('Discard', question()),
  'discard.canceled': () => press('Keep editing', question()),
  'deletion.requested': async () => {
    await openInfo()
    await press('Delete…')
  },
  'conflict.resolved': (_, { keep }: { keep: string }) =>
    press(keep === 'mine' ? 'Keep mine' : 'Take theirs', conflict()),
  'conflict.merged': async () => {
    await screen.findByRole('button', { name: 'Merge by hand' })
    await press('Merge by hand', conflict())
  },
  'message.received': ({ receive }, { data }: { data: { '@id': string } }) => receive(data),
  'xstate.done.actor.outsideChange': async (
    { receive, wait, settle },
    { output }: { output: OutsideChangeOutcome },
  ) => {
    await receive(theirData)
    await wait(250)
    await settle(
      output.theirs
        ? { type: 'xstate.done.actor.readTheirs', output: output.theirs }
        : { type: 'xstate.error.actor.readTheirs', error: gone },
    )
  },
  'xstate.done.actor.itemSave': async ({ settle }, { output }: { output: ItemSaveOutcome }) => {
    await (output.isSaved
      ? settle({ type: 'xstate.done.actor.sendItem', output: saved.version })
      : settle({ type: 'xstate.error.actor.sendItem', error: output.failure }))
  },
  'xstate.done.actor.itemDeletion': async (
    { settle },
    { output }: { output: ItemDeletionOutcome },
  ) => {
    if (output.failure)
      return settle({ type: 'xstate.error.actor.readDeletion', error: output.failure })
    await settle({ type: 'xstate.done.actor.readDeletion', output: noFacts })
    await press(output.isDeleted ? 'Delete' : 'Cancel', question())
    if (output.isDeleted) await settle({ type: 'xstate.done.actor.deleteItem' })
  },
}

test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const opened = openItemScreen(coverage.inspect)
  for (const event of events) {
    const gesture = gestures[event.type]
    if (gesture) await gesture(opened, event as never)
    else await opened.settle(event as Answer)
  }
  const snapshot = opened.resourceItemRef.getSnapshot()
  expect(snapshot.value).toEqual(next.value)
  expect(selectDraft(snapshot)).toEqual(selectDraft(next))
  expect(screen.queryByText('Not saved yet') !== null).toBe(isChanged(next))
  expect(screen.queryByText('Loading…') !== null).toBe(isBusy(next))
  if (!next.matches('missing') && !hasConflicts(next))
    expect(screen.queryByRole('alert')?.textContent).toBe(selectFailure(next)?.message)
})

test('shows the messages of the API at the fields, and gives the focus to a value that is missing', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  await enter('Name', '')
  await press('Save')
  const field = screen.getByLabelText('Name')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-describedby')).toBeTruthy()
  expect(screen.getByText('Enter a name.')).toBeTruthy()
  await enter('Name', 'taken')
  expect(screen.queryByText('Enter a name.')).toBeNull()
  await press('Save')
  const message = 'This reference is already in use.'
  await opened.settle({
    type: 'xstate.error.actor.sendItem',
    error: failureFromStatus(422, { violations: [{ propertyPath: 'reference', message }] }),
  })
  expect(screen.getByText(message)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('changes the name in the header, which is saved at once and without what else is entered', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  expect(screen.getByRole('heading', { name: 'home' })).toBeTruthy()
  await enter('Title', 'Later')
  await openName()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await enter('Name', 'mine')
  await press('Save name')
  expect(opened.promises.sendItem.calls[0]?.input.draft).toEqual({ reference: 'mine' })
  await opened.settle({ type: 'xstate.done.actor.sendItem', output: saved.version })
  expect(screen.queryByLabelText('Name')).toBeNull()
  expect(screen.getByRole('heading', { name: 'mine' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' }))
  expect(selectDraft(opened.resourceItemRef.getSnapshot())).toEqual({ title: 'Later' })
})

test('leaves the name as it was on Cancel and Escape', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  const cancels = [
    () => press('Cancel'),
    () => act(async () => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })),
  ]
  for (const cancel of cancels) {
    await enter('Name', 'mine')
    await cancel()
    expect(screen.queryByLabelText('Name')).toBeNull()
    expect(isChanged(opened.resourceItemRef.getSnapshot())).toBe(false)
  }
})

const typeField: ItemField = {
  name: 'isTemplate',
  label: 'Type',
  format: 'yesOrNo',
  header: 'choice',
  options: [
    { value: 'false', label: 'Page' },
    { value: 'true', label: 'Template for data' },
  ],
}
const typedForm = { ...storedForm, fields: [...storedForm.fields, typeField] }

test('saves the type in the header as soon as it is chosen', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read(typedForm)
  await enter('Type', 'true')
  expect(opened.promises.sendItem.calls[0]?.input.draft).toEqual({ isTemplate: 'true' })
})

test('offers no other type while a value is being saved, and says why', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read(typedForm)
  await enter('Title', 'Later')
  await pressSave()
  expect(screen.getByRole('option', { name: 'Template for data (Saving…)' })).toHaveProperty(
    'disabled',
    true,
  )
  await enter('Type', 'true')
  expect(selectDraft(opened.resourceItemRef.getSnapshot())).toEqual({ title: 'Later' })
  const { version } = itemForm('"2"', { reference: 'home', title: 'Later' })
  await opened.settle({ type: 'xstate.done.actor.sendItem', output: version })
  await enter('Type', 'true')
  expect(opened.promises.sendItem.calls[1]?.input.draft).toEqual({ isTemplate: 'true' })
})

test('keeps what is entered while it is being saved, and has it still to be saved', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  await enter('Name', 'mine')
  await pressSave()
  await enter('Title', 'Later')
  await opened.settle({ type: 'xstate.done.actor.sendItem', output: saved.version })
  expect(selectDraft(opened.resourceItemRef.getSnapshot())).toEqual({ title: 'Later' })
  expect(screen.getByText('Not saved yet')).toBeTruthy()
})

test('goes to the screen of what was added', async () => {
  const opened = openItemScreen(coverage.inspect, '/_cwa/layouts/add')
  await opened.read(newForm)
  expect(screen.getByRole('heading', { name: 'Add a layout' })).toBeTruthy()
  await enter('Name', 'mine')
  await press('Add Now')
  expect(opened.promises.sendItem.calls[0]?.input).toEqual({
    path: '/_cwa/layouts/add',
    form: newForm,
    draft: { reference: 'mine' },
  })
  await opened.settle({ type: 'xstate.done.actor.sendItem', output: saved.version })
  expect(opened.went).toEqual(['/_/layouts/1'])
})

test.each([
  { name: 'what is stored', path: itemScreenPath, form: storedForm, button: 'Save & Close' },
  { name: 'what is new', path: '/_cwa/layouts/add', form: newForm, button: 'Add & Close' },
])('closes $name once it is saved, and not before', async ({ path, form, button }) => {
  const opened = openItemScreen(coverage.inspect, path)
  await opened.read(form)
  await enter('Name', 'mine')
  await press(button)
  await opened.settle({ type: 'xstate.error.actor.sendItem', error: offline })
  expect(screen.getByRole('alert').textContent).toBe(offline.message)
  expect(opened.went).toEqual([])
  await press(button)
  expect(screen.getByRole('button', { name: button }).getAttribute('aria-busy')).toBe('true')
  await opened.settle({ type: 'xstate.done.actor.sendItem', output: saved.version })
  expect(opened.went).toEqual(['closed'])
})

test('stays open where something is entered while it is being saved', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  await enter('Name', 'mine')
  await press('Save & Close')
  await enter('Title', 'Later')
  await opened.settle({ type: 'xstate.done.actor.sendItem', output: saved.version })
  expect(opened.went).toEqual([])
  expect(screen.getByText('Not saved yet')).toBeTruthy()
})

test('saves and closes only where something is entered', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  for (const name of ['Save & Close', 'Save'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  await press('Save & Close')
  expect(opened.promises.sendItem.calls).toEqual([])
})

test('says that it is gone, and leaves what was entered to be copied', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  await enter('Name', 'My words')
  await pressSave()
  await opened.settle({ type: 'xstate.error.actor.sendItem', error: gone })
  expect(screen.getByRole('alert').textContent).toContain('somebody has deleted it')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('My words')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

coverage.expectAll()
