import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { locationOf } from '#content/page/location.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { Failure } from '#content/model/failure.ts'
import {
  type NavigationGuardEmitted,
  type NavigationRequest,
  navigationGuardMachine,
} from '#machines/page/navigation-guard.ts'
import {
  pathsOf,
  controlledPromise,
  transitionTable,
  uncrossed,
  unreachable,
} from '../../support/machines/paths.ts'

const to = locationOf('/about')
const forced = locationOf('/about?cwa_force=true')

const paths = pathsOf(navigationGuardMachine, {
  input: undefined,
  events: [
    { type: 'navigation.requested', to, source: 'link' },
    { type: 'navigation.requested', to: forced, source: 'link' },
    { type: 'history.popped', to },
    { type: 'edit.entered' },
    { type: 'edit.left' },
    { type: 'add.started' },
    { type: 'add.ended' },
    { type: 'session.ended' },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → free",
      "free | navigation.requested → free (says navigation.allowed)",
      "free | history.popped → free (says navigation.allowed)",
      "free | edit.entered → editing",
      "free | edit.left → free",
      "free | session.ended → free",
      "editing | navigation.requested → editing (says navigation.blocked)",
      "editing | navigation.requested → editing (says navigation.allowed)",
      "editing | history.popped → editing (says navigation.allowed)",
      "editing | edit.left → free",
      "editing | add.started → unsaved",
      "editing | session.ended → free",
      "unsaved | navigation.requested → confirming",
      "unsaved | history.popped → confirming",
      "unsaved | edit.left → free",
      "unsaved | add.ended → editing",
      "unsaved | session.ended → free",
      "confirming | history.popped → confirming",
      "confirming | edit.left → free (restoreLocation)",
      "confirming | add.ended → editing (says navigation.allowed)",
      "confirming | session.ended → free (restoreLocation)",
      "confirming | confirm done → editing (says add.discarded, says navigation.allowed)",
      "confirming | confirm done → unsaved (restoreLocation)",
      "confirming | confirm failed → unsaved (restoreLocation)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachable(navigationGuardMachine, paths)).toEqual([])
  expect(uncrossed(navigationGuardMachine, paths)).toEqual([])
})

const run = (...events: ('edit.entered' | 'add.started')[]) => {
  const asking = controlledPromise<boolean, ConfirmOptions>()
  const told: NavigationGuardEmitted[] = []
  let restored = 0
  const ref = createActor(
    navigationGuardMachine.provide({
      actors: { confirm: asking.logic },
      actions: { restoreLocation: () => void (restored += 1) },
    }),
  ).start()
  ref.on('*', (event) => told.push(event))
  for (const type of events) ref.send({ type })
  const want = (href: string, source: NavigationRequest['source'] = 'link') =>
    source === 'history'
      ? ref.send({ type: 'history.popped', to: locationOf(href) })
      : ref.send({ type: 'navigation.requested', to: locationOf(href), source })
  const answer = async (output: boolean) => {
    asking.settle({ type: 'xstate.done.actor.confirm', output })
    await waitFor(ref, (at) => !at.matches('confirming'))
  }
  return { ref, asking, told, want, answer, restored: () => restored }
}

const allowed = (href: string, source: NavigationRequest['source']) => ({
  type: 'navigation.allowed',
  to: locationOf(href),
  source,
})

test('allows all navigation while viewing', () => {
  const { want, told } = run()
  want('/about')
  want('/', 'history')
  expect(told).toEqual([allowed('/about', 'link'), allowed('/', 'history')])
})

test('allows only Back, Forward and forced links while editing', () => {
  const { want, told } = run('edit.entered')
  want('/about')
  want('/about', 'code')
  want('/about?cwa_force=true')
  want('/', 'history')
  expect(told).toEqual([
    { type: 'navigation.blocked', to: locationOf('/about') },
    { type: 'navigation.blocked', to: locationOf('/about') },
    allowed('/about?cwa_force=true', 'link'),
    allowed('/', 'history'),
  ])
})

test('asks before an unsaved resource is discarded, and navigates after confirmation', async () => {
  const { want, told, answer, asking } = run('edit.entered', 'add.started')
  want('/about')
  expect(told).toEqual([])
  expect(asking.heard[0]!.input.title).toBe('Discard new resource?')
  await answer(true)
  expect(told).toEqual([{ type: 'add.discarded' }, allowed('/about', 'link')])
})

test('stays after the confirmation is declined, and restores the URL', async () => {
  const { ref, want, told, answer, restored } = run('edit.entered', 'add.started')
  want('/', 'history')
  await answer(false)
  expect(ref.getSnapshot().value).toBe('unsaved')
  expect(restored()).toBe(1)
  expect(told).toEqual([])
})

test('asks again for the newer location when Back is pressed meanwhile', async () => {
  const { want, told, answer, asking } = run('edit.entered', 'add.started')
  want('/a', 'history')
  want('/b', 'history')
  expect(asking.heard.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await answer(true)
  expect(told.at(-1)).toEqual(allowed('/b', 'history'))
})

test('navigates without an answer once the resource is saved', () => {
  const { ref, want, told, asking } = run('edit.entered', 'add.started')
  want('/about')
  ref.send({ type: 'add.ended' })
  expect(asking.heard[0]!.signal.aborted).toBe(true)
  expect(told).toEqual([allowed('/about', 'link')])
})

test('closes the confirmation and restores the URL when the session ends', () => {
  const { ref, want, told, restored } = run('edit.entered', 'add.started')
  want('/', 'history')
  ref.send({ type: 'session.ended' })
  expect(restored()).toBe(1)
  want('/about')
  expect(told).toEqual([allowed('/about', 'link')])
})
