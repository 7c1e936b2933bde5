import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { announcerMachine, selectCount, selectMessage } from '#machines/app/announcer.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const intent = { kind: 'delete' as const, iri: '/component/titles/1' }

const paths = pathsOf(announcerMachine, {
  input: undefined,
  events: [
    { type: 'announcement.requested', message: 'Moved to 2 of 3' },
    { type: 'change.saved', intent },
    { type: 'change.undone' },
    { type: 'change.redone' },
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'chrome.hidden' },
    { type: 'chrome.shown' },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → silent",
      "announcer | announcement.requested → announced {count, message}",
      "announcer | change.saved → announced {count, message}",
      "announcer | change.undone → announced {count, message}",
      "announcer | change.redone → announced {count, message}",
      "announcer | edit.entered → announced {count, message}",
      "announcer | edit.exited → announced {count, message}",
      "announcer | chrome.hidden → announced {count, message}",
      "announcer | chrome.shown → announced {count, message}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(announcerMachine, paths)).toEqual([])
  expect(untakenTransitions(announcerMachine, paths)).toEqual([])
})

test('counts announcements, so that the same message is announced twice', () => {
  const ref = createActor(announcerMachine).start()
  const announcement = () => [selectMessage(ref.getSnapshot()), selectCount(ref.getSnapshot())]
  expect(announcement()).toEqual(['', 0])
  ref.send({ type: 'change.saved', intent })
  expect(announcement()).toEqual(['Deleted', 1])
  ref.send({ type: 'change.saved', intent })
  expect(announcement()).toEqual(['Deleted', 2])
  ref.send({ type: 'announcement.requested', message: 'Not saved' })
  expect(announcement()).toEqual(['Not saved', 3])
})
