import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Intent } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import {
  announcerMachine,
  selectCount,
  selectMessage,
  selectSelected,
} from '#machines/app/announcer.ts'
import type { DescribedDropTarget } from '#machines/editing/drag-context.ts'
import { component } from '../../support/content/page-payload.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const iri = '/component/titles/1'
const intent = { kind: 'delete' as const, iri }
const edit = { kind: 'set' as const, iri, property: 'title', value: 'Mine', stored: 'Old' }
const position = '/_/component_positions/1'
const move = { kind: 'move' as const, position, to: position } satisfies Intent
const conflict = (title: string) =>
  new Failure('conflict', { resource: component('Title', '1', { title }) })
const group = '/_/component_groups/1'
const item = {
  position,
  positions: [position],
  group,
  order: [position],
  label: 'Title',
} as const
const dropTarget: DescribedDropTarget = {
  group,
  before: null,
  to: 0,
  count: 2,
  section: 'Main content',
  place: '1 of 2',
  refusal: null,
  confirmation: null,
}

const paths = pathsOf(announcerMachine, {
  input: undefined,
  events: [
    { type: 'position.moved', to: 1, count: 3, section: null },
    { type: 'drag.started', item, dropTarget },
    { type: 'dropTarget.entered', dropTarget },
    { type: 'drop.canceled', refusal: null },
    { type: 'change.saved', intent },
    { type: 'change.saved', intent: edit },
    { type: 'change.failed', intent: edit, failure: new Failure('offline') },
    { type: 'change.undone' },
    { type: 'change.redone' },
    { type: 'action.refused' },
    { type: 'selection.moved', iri },
    { type: 'selection.changed' },
    { type: 'components.selected', count: 2 },
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'chrome.hidden' },
    { type: 'chrome.shown' },
    { type: 'link.shown', address: '/about' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → silent",
      "announcer | position.moved → announced {count, message}",
      "announcer | drag.started → announced {count, message}",
      "announcer | dropTarget.entered → announced {count, message}",
      "announcer | drop.canceled → announced {count, message}",
      "announcer | change.saved → announced {count, message, unsaved}",
      "announcer | change.failed [isEditUnsaved and isFirstFailure] → announced {count, message, unsaved}",
      "announcer | change.undone → announced {count, message}",
      "announcer | change.redone → announced {count, message}",
      "announcer | action.refused → announced {count, message}",
      "announcer | selection.moved → announced {selected}",
      "announcer | selection.changed",
      "announcer | components.selected → announced {count, message}",
      "announcer | edit.entered → announced {count, message}",
      "announcer | edit.exited → announced {count, message}",
      "announcer | chrome.hidden → announced {count, message}",
      "announcer | chrome.shown → announced {count, message}",
      "announcer | link.shown → announced {count, message}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(announcerMachine, paths)).toEqual([])
  expect(untakenTransitions(announcerMachine, paths)).toEqual([])
})

test('counts announcements, so that the same message is announced twice', () => {
  const ref = createActor(announcerMachine).start()
  const announcement = () => [
    selectMessage(true)(ref.getSnapshot()),
    selectCount(ref.getSnapshot()),
  ]
  expect(announcement()).toEqual(['', 0])
  ref.send({ type: 'change.saved', intent })
  expect(announcement()).toEqual(['Deleted', 1])
  ref.send({ type: 'change.saved', intent })
  expect(announcement()).toEqual(['Deleted', 2])
  ref.send({ type: 'position.moved', to: 1, count: 3, section: null })
  expect(announcement()).toEqual(['Moved to 2 of 3', 3])
})

test('asks to select something only where a page is shown', () => {
  const ref = createActor(announcerMachine).start()
  const announcements = () =>
    [true, false].map((isShown) => selectMessage(isShown)(ref.getSnapshot()))
  ref.send({ type: 'edit.entered' })
  expect(announcements()).toEqual(['Editing. Select something on the page to change it.', ''])
  ref.send({ type: 'edit.exited' })
  expect(announcements()).toEqual(['Done editing', 'Done editing'])
})

test.each([
  ['an edit that could not be sent', edit, new Failure('offline'), 1],
  ['a conflict with another value', edit, conflict('Theirs'), 1],
  ['a conflict whose version is unknown', edit, new Failure('conflict'), 1],
  ['no conflict with the same value', edit, conflict('Mine'), 0],
  ['no conflict that concerns another property', edit, conflict('Old'), 0],
  ['a failed move', move, new Failure('offline'), 1],
  ['no failed deletion, which is a notification', intent, new Failure('offline'), 0],
] as const)('announces %s', (_, failed, failure, count) => {
  const ref = createActor(announcerMachine).start()
  ref.send({ type: 'change.failed', intent: failed, failure })
  expect(selectMessage(true)(ref.getSnapshot())).toBe(count ? 'Not saved' : '')
})

test('announces only the first failure of an edit until it is saved', () => {
  const ref = createActor(announcerMachine).start()
  const count = () => selectCount(ref.getSnapshot())
  const fail = (property: string) =>
    ref.send({
      type: 'change.failed',
      intent: { ...edit, property },
      failure: new Failure('offline'),
    })
  fail('title')
  fail('title')
  expect(count()).toBe(1)
  fail('subtitle')
  expect(count()).toBe(2)
  ref.send({ type: 'change.saved', intent: edit })
  expect(count()).toBe(3)
  fail('subtitle')
  expect(count()).toBe(3)
  fail('title')
  expect(count()).toBe(4)
})

test('says what is selected after a removal, until the user selects something or stops editing', () => {
  const ref = createActor(announcerMachine).start()
  const selected = () => selectSelected(ref.getSnapshot())
  ref.send({ type: 'selection.moved', iri })
  ref.send({ type: 'change.saved', intent })
  expect([selectMessage(true)(ref.getSnapshot()), selected()]).toEqual(['Deleted', iri])
  ref.send({ type: 'selection.changed' })
  expect(selected()).toBeNull()
  ref.send({ type: 'selection.moved', iri })
  ref.send({ type: 'edit.exited' })
  expect(selected()).toBeNull()
})

test('announces a drag: what is held, each drop target, why one refuses it, and where it stays', () => {
  const ref = createActor(announcerMachine).start()
  const message = () => selectMessage(true)(ref.getSnapshot())
  ref.send({ type: 'drag.started', item, dropTarget })
  expect(message()).toBe(
    'Picked up Title, 1 of 2 in Main content. Move it with the arrow keys, drop it with Space, or cancel with Escape.',
  )
  ref.send({ type: 'dropTarget.entered', dropTarget: { ...dropTarget, place: '2 of 2' } })
  expect(message()).toBe('2 of 2 in Main content')
  const refusal = 'Top takes no Title.'
  ref.send({ type: 'dropTarget.entered', dropTarget: { ...dropTarget, refusal } })
  expect(message()).toBe(refusal)
  ref.send({ type: 'drop.canceled', refusal })
  expect(message()).toBe('Not moved. Top takes no Title.')
  ref.send({ type: 'dropTarget.entered', dropTarget: null })
  expect(message()).toBe('')
  ref.send({ type: 'drop.canceled', refusal: null })
  expect(message()).toBe('Not moved')
  ref.send({ type: 'position.moved', to: 0, count: 3, section: 'Footer' })
  expect(message()).toBe('Moved to 1 of 3 in Footer')
})
