import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { pastNotificationsMachine, selectPast } from '#machines/app/past-notifications.ts'
import { pastNotifications, recorded } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(pastNotificationsMachine, pastNotifications)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → closed",
      "pastNotifications | notification.recorded {count, past}",
      "closed | list.requested → open",
      "open | list.dismissed → closed",
      "open | past.removed {past}",
      "open | past.cleared {past}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pastNotificationsMachine, paths)).toEqual([])
  expect(untakenTransitions(pastNotificationsMachine, paths)).toEqual([])
})

test('keeps the last fifty, the latest first, each with an id of its own', () => {
  const machine = pastNotificationsMachine.provide({
    actors: { watchNotifications: fromCallback<typeof recorded, undefined>(() => {}) },
  })
  const ref = createActor(machine).start()
  for (let at = 1; at <= 60; at += 1) ref.send({ ...recorded, at })
  const past = selectPast(ref.getSnapshot())
  expect(past.map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, index) => 60 - index))
  expect(new Set(past.map(({ id }) => id)).size).toBe(50)
})
