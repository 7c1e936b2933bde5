import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type ReducedMotionEvent, pageTransitionMachine } from '#machines/page/page-transition.ts'
import { controlledCallback, controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const arrived = (from: string | null, to: string) => ({ type: 'page.changed' as const, from, to })

const paths = pathsOf(pageTransitionMachine, {
  input: undefined,
  events: [
    { type: 'reducedMotion.enabled' },
    { type: 'reducedMotion.disabled' },
    arrived('/', '/about'),
    { type: 'page.requested' },
    { type: 'page.unloaded' },
    { type: 'xstate.done.actor.fadeIn' },
    { type: 'xstate.error.actor.fadeIn', error: new Error('no animations') },
    { type: 'xstate.error.actor.loadAnimation', error: new Error('offline') },
    { type: 'xstate.error.actor.watchReducedMotion', error: new Error('no media queries') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reducedMotion",
      "pageTransition | watchReducedMotion failed → reducedMotion",
      "pageTransition | reducedMotion.enabled → reducedMotion",
      "reducedMotion | reducedMotion.disabled → enabled.idle",
      "enabled.idle | page.changed [isAnimated] → enabled.fading",
      "enabled.fading | page.requested → enabled.idle",
      "enabled.fading | page.unloaded → enabled.idle",
      "enabled.fading | fadeIn done → enabled.idle",
      "enabled.fading | fadeIn failed → enabled.idle",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pageTransitionMachine, paths)).toEqual([])
  expect(untakenTransitions(pageTransitionMachine, paths)).toEqual([])
})

const run = () => {
  const reducedMotion = controlledCallback<ReducedMotionEvent>()
  const loading = controlledPromise<void, undefined>()
  const fade = controlledPromise<void, undefined>()
  const logic = pageTransitionMachine.provide({
    actors: {
      watchReducedMotion: reducedMotion.logic,
      loadAnimation: loading.logic,
      fadeIn: fade.logic,
    },
  })
  const ref = createActor(logic).start()
  return { ref, reducedMotion, loading, fade }
}

const runEnabled = () => {
  const app = run()
  app.reducedMotion.send({ type: 'reducedMotion.disabled' })
  return app
}

test('loads nothing and plays nothing with reduced motion', () => {
  const { ref, reducedMotion, loading, fade } = run()
  reducedMotion.send({ type: 'reducedMotion.enabled' })
  ref.send(arrived('/', '/about'))
  expect(loading.calls).toEqual([])
  expect(fade.calls).toEqual([])
  reducedMotion.send({ type: 'reducedMotion.disabled' })
  expect(loading.calls).toHaveLength(1)
  ref.send(arrived('/about', '/'))
  expect(fade.calls).toHaveLength(1)
})

test('stops the animation when the user begins to prefer reduced motion', () => {
  const { ref, reducedMotion, fade } = runEnabled()
  ref.send(arrived('/', '/about'))
  reducedMotion.send({ type: 'reducedMotion.enabled' })
  expect(fade.calls[0]!.signal.aborted).toBe(true)
})

test.each(['page.requested', 'page.unloaded'] as const)('stops the animation on %s', (type) => {
  const { ref, fade } = runEnabled()
  ref.send(arrived('/', '/about'))
  expect(fade.calls[0]!.signal.aborted).toBe(false)
  ref.send({ type })
  expect(fade.calls[0]!.signal.aborted).toBe(true)
  ref.send(arrived('/about', '/'))
  expect(fade.calls).toHaveLength(2)
})

test.each([
  ['into the admin area', '/', '/_cwa/layouts'],
  ['out of the admin area', '/_cwa/layouts', '/'],
  ['within the admin area', '/_cwa/layouts', '/_cwa/pages'],
  ['to a page by its IRI', '/', '/_cwa/%2F_%2Fpages%2F1'],
  ['to the first page', null, '/'],
])('plays nothing %s', (_, from, to) => {
  const { ref, fade } = runEnabled()
  ref.send(arrived(from, to))
  expect(fade.calls).toEqual([])
})
