import type { ActorRefFrom } from 'xstate'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { itemSaveMachine } from '#machines/admin/item-save.ts'
import { selectDraft, selectForm } from '#machines/admin/resource-item.ts'
import { cover } from '../../support/machines/coverage.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'
import {
  enter,
  itemForm,
  itemScreenPath,
  openItemScreen,
  press,
  pressSave,
  storedForm,
} from '../../support/resource-item.tsx'

const coverage = cover(itemSaveMachine)
afterEach(cleanup)

const input = { path: itemScreenPath, form: storedForm, draft: { reference: 'mine' } }
const theirReference = itemForm('"2"', { reference: 'theirs', title: 'Home' })
const theirTitle = itemForm('"2"', { reference: 'home', title: 'Start' })
const sameAsMine = itemForm('"4"', { reference: 'mine', title: 'Home' })
const saved = itemForm('"3"', { reference: 'mine', title: 'Home' }).version!

const paths = coveringPaths(
  pathsOf(itemSaveMachine, {
    input,
    events: [
      { type: 'xstate.done.actor.sendItem', output: saved },
      { type: 'xstate.error.actor.sendItem', error: new Failure('offline') },
      { type: 'xstate.error.actor.sendItem', error: new Failure('conflict') },
      { type: 'xstate.error.actor.sendItem', error: failureFromStatus(401) },
      { type: 'xstate.done.actor.readTheirs', output: theirReference },
      { type: 'xstate.done.actor.readTheirs', output: theirTitle },
      { type: 'xstate.done.actor.readTheirs', output: sameAsMine },
      { type: 'xstate.error.actor.readTheirs', error: new Failure('offline') },
      { type: 'xstate.done.actor.renewSession', output: 'renewed' },
      { type: 'xstate.done.actor.renewSession', output: 'declined' },
      { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
    ],
    distinguishBy: ({ form: { version }, draft, failure }) => [version?.etag, draft, failure?.kind],
  }),
)

const conflict = () => screen.getByRole('group', { name: 'Name' })
test.each(namedPaths(paths))('%s', async (_, { events, next }) => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  await enter('Name', 'mine')
  await pressSave()
  for (const event of events) await opened.settle(event as Answer)
  const snapshot = opened.resourceItemRef.getSnapshot()
  const saveRef = snapshot.children['itemSave'] as ActorRefFrom<typeof itemSaveMachine> | undefined
  if (next.status === 'done') {
    const { form, draft, failure } = next.output!
    expect(saveRef).toBeUndefined()
    expect(selectForm(snapshot)).toEqual(form)
    expect(selectDraft(snapshot)).toEqual(draft)
    expect(screen.queryByRole('group', { name: 'Name' }) !== null).toBe(
      form.version === theirReference.version,
    )
    if (failure) expect(screen.getByRole('alert').textContent).toBe(failure.message)
  } else {
    expect(saveRef?.getSnapshot().value).toEqual(next.value)
  }
})

test('shows both values of a conflict, and saves with the ETag of theirs', async () => {
  const opened = openItemScreen(coverage.inspect)
  await opened.read()
  await enter('Name', 'mine')
  await pressSave()
  await opened.settle({
    type: 'xstate.error.actor.sendItem',
    error: new Failure('conflict'),
  })
  const both = itemForm('"2"', { reference: 'theirs', title: 'Start' })
  await opened.settle({ type: 'xstate.done.actor.readTheirs', output: both })
  const terms = within(conflict())
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)
  expect(terms).toEqual(['mine', 'theirs'])
  expect(screen.queryByText('Saving…')).toBeNull()
  await press('Save')
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await press('Keep mine', conflict())
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await press('Save')
  expect(opened.promises.sendItem.calls.map((call) => call.input)).toEqual([
    { path: itemScreenPath, form: storedForm, draft: { reference: 'mine' } },
    { path: itemScreenPath, form: both, draft: { reference: 'mine' } },
  ])
})

coverage.expectAll()
