import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { locationOf } from '#content/navigation/location.ts'
import type { NavigationRequest } from '#content/navigation/navigation-request.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { Failure } from '#content/model/failure.ts'
import { navigationGuardMachine } from '#machines/editing/navigation-guard.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const to = locationOf('/about')
const forced = locationOf('/about?cwa_force=true')

const paths = pathsOf(navigationGuardMachine, {
  input: undefined,
  events: [
    { type: 'navigation.requested', to, source: 'link' },
    { type: 'navigation.requested', to: forced, source: 'link' },
    { type: 'navigation.requested', to, source: 'history', delta: -1 },
    { type: 'navigation.requested', to: locationOf('/'), source: 'history', delta: 0 },
    { type: 'edit.entered' },
    { type: 'edit.exited' },
    { type: 'add.started' },
    { type: 'add.ended' },
    { type: 'editor.stopped' },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ request }) => request?.delta ?? 0,
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → free",
      "navigationGuard | editor.stopped → free {request} (emits navigation.unrestricted)",
      "free | edit.entered → editing (emits navigation.restricted)",
      "editing | navigation.requested [isForced or isByHistory] (emits navigation.allowed)",
      "editing | edit.exited → free (emits navigation.unrestricted)",
      "editing | add.started → unsaved",
      "unsaved | navigation.requested → confirming {request}",
      "unsaved | add.ended → editing",
      "confirming | navigation.requested [not hasMoved or isByHistory] → confirming {request}",
      "confirming | add.ended → editing {request} (emits navigation.allowed)",
      "confirming | editor.stopped → free {request} (restoreLocation, emits navigation.unrestricted)",
      "confirming | confirm done [isConfirmed] → editing {request} (emits add.discarded, emits navigation.allowed)",
      "confirming | confirm done → unsaved {request}",
      "confirming | confirm failed → unsaved {request}",
      "confirming | confirm done [hasMoved] → restoring (restoreLocation)",
      "confirming | confirm failed [hasMoved] → restoring (restoreLocation)",
      "restoring | navigation.requested [isByHistory] → confirming",
      "restoring | navigation.requested [isAtCommitted] → unsaved {request}",
      "restoring | add.ended → editing {request}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(navigationGuardMachine, paths)).toEqual([])
  expect(untakenTransitions(navigationGuardMachine, paths)).toEqual([])
})

const requestOf = (href: string, source: NavigationRequest['source']): NavigationRequest => ({
  to: locationOf(href),
  source,
  ...(source === 'history' && { delta: -1 }),
})

const run = (...events: ('edit.entered' | 'add.started')[]) => {
  const confirming = controlledPromise<boolean, ConfirmOptions>()
  const emitted: EmittedBy<'navigationGuard'>[] = []
  const restored: number[] = []
  const ref = createActor(
    navigationGuardMachine.provide({
      actors: { confirm: confirming.logic },
      actions: { restoreLocation: (_, { delta }) => void restored.push(delta) },
    }),
  ).start()
  for (const type of events) ref.send({ type })
  ref.on('*', (event) => emitted.push(event))
  const navigate = (href: string, source: NavigationRequest['source'] = 'link') =>
    ref.send({ type: 'navigation.requested', ...requestOf(href, source) })
  const answer = async (output: boolean) => {
    confirming.settle({ type: 'xstate.done.actor.confirm', output })
    await waitFor(ref, (at) => !at.matches('confirming'))
  }
  return { ref, confirming, emitted, navigate, answer, restored: () => restored }
}

const allowed = (href: string, source: NavigationRequest['source']) => ({
  type: 'navigation.allowed',
  ...requestOf(href, source),
})

test('asks again for a link that is pressed before a canceled confirmation has been answered', async () => {
  const { navigate, answer, confirming, emitted } = run('edit.entered', 'add.started')
  navigate('/about')
  navigate('/')
  expect(confirming.calls).toHaveLength(2)
  await answer(true)
  expect(emitted).toEqual([{ type: 'add.discarded' }, allowed('/', 'link')])
})

test('asks about the newer navigation when Back is pressed while the browser is going back', async () => {
  const { navigate, answer, emitted } = run('edit.entered', 'add.started')
  navigate('/about', 'history')
  await answer(false)
  navigate('/', 'history')
  await answer(true)
  expect(emitted).toEqual([{ type: 'add.discarded' }, allowed('/', 'history')])
})

test('restricts navigation while editing', () => {
  const { ref, emitted } = run()
  ref.send({ type: 'edit.entered' })
  ref.send({ type: 'edit.exited' })
  expect(emitted).toEqual([{ type: 'navigation.restricted' }, { type: 'navigation.unrestricted' }])
})

test('allows only Back, Forward and forced links while editing', () => {
  const { navigate, emitted } = run('edit.entered')
  navigate('/about')
  navigate('/about', 'code')
  navigate('/about?cwa_force=true')
  navigate('/', 'history')
  expect(emitted).toEqual([allowed('/about?cwa_force=true', 'link'), allowed('/', 'history')])
})

test('asks before an unsaved resource is discarded, and navigates after confirmation', async () => {
  const { navigate, emitted, answer, confirming } = run('edit.entered', 'add.started')
  navigate('/about')
  expect(emitted).toEqual([])
  expect(confirming.calls[0]!.input.title).toBe('Discard new resource?')
  await answer(true)
  expect(emitted).toEqual([{ type: 'add.discarded' }, allowed('/about', 'link')])
})

test('stays after the confirmation is declined, and restores the URL', async () => {
  const { ref, navigate, emitted, answer, restored } = run('edit.entered', 'add.started')
  navigate('/', 'history')
  await answer(false)
  expect(ref.getSnapshot().value).toBe('restoring')
  expect(restored()).toEqual([-1])
  // The browser reports that it is back where it was.
  ref.send({
    type: 'navigation.requested',
    to: locationOf('/about'),
    source: 'history',
    delta: 0,
  })
  expect(ref.getSnapshot().value).toBe('unsaved')
  expect(emitted).toEqual([])
})

test('restores no URL after a declined link, which has not changed it', async () => {
  const { ref, navigate, answer, restored } = run('edit.entered', 'add.started')
  navigate('/about')
  await answer(false)
  expect(ref.getSnapshot().value).toBe('unsaved')
  expect(restored()).toEqual([])
})

test('asks again when Back is pressed before the URL is restored', async () => {
  const { ref, navigate, answer, confirming } = run('edit.entered', 'add.started')
  navigate('/a', 'history')
  await answer(false)
  navigate('/b', 'history')
  expect(ref.getSnapshot().value).toBe('confirming')
  expect(confirming.calls).toHaveLength(2)
})

test('asks again for the newer location when Back is pressed meanwhile', async () => {
  const { navigate, emitted, answer, confirming } = run('edit.entered', 'add.started')
  navigate('/a', 'history')
  navigate('/b', 'history')
  expect(confirming.calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await answer(true)
  expect(emitted.at(-1)).toEqual(allowed('/b', 'history'))
})

test('navigates without an answer once the resource is saved', () => {
  const { ref, navigate, emitted, confirming } = run('edit.entered', 'add.started')
  navigate('/about')
  ref.send({ type: 'add.ended' })
  expect(confirming.calls[0]!.signal.aborted).toBe(true)
  expect(emitted).toEqual([allowed('/about', 'link')])
})

test('closes the confirmation and restores the URL when the session ends', () => {
  const { ref, navigate, emitted, restored } = run('edit.entered', 'add.started')
  navigate('/', 'history')
  ref.send({ type: 'editor.stopped' })
  expect(restored()).toEqual([-1])
  expect(emitted.at(-1)).toEqual({ type: 'navigation.unrestricted' })
})
