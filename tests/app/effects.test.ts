import { expect, test } from 'vitest'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { authMachine } from '#machines/auth.ts'
import { isStub } from '#machines/effects.ts'
import { fetchChain } from '#src/app/chain-effects.ts'
import { editor } from '#src/app/editor-effects.ts'
import { createApp } from '#src/app/effects.ts'
import { later } from '#src/app/later-effects.ts'
import { inputOf } from '#src/app/state.ts'
import { defaultSiteConfig } from '#content/site-config.ts'
import { createServices, servicesOf } from '#src/app/services.ts'
import { createCache } from '#src/resources/cache.ts'

const servicesWith = (cache = createCache()) =>
  createServices({
    loadApi: () => Promise.reject(new Error('nothing is asked for')),
    cache,
    registry: {
      components: {},
      layouts: {},
      templates: {},
      pieces: () => Promise.reject(new Error('nothing is shown')),
    },
    cleanHtml: (html) => html,
    history: { commit: () => {}, restore: () => {}, follow: () => true },
    loadLater: () => Promise.reject(new Error('nobody waits')),
    loadEditor: () => Promise.reject(new Error('nobody edits')),
  })

const input = inputOf(
  {
    build: 'test',
    api: '/_api',
    manifest: null,
    origin: null,
    location: { path: '/login', search: '', hash: '' },
    page: null,
    failure: null,
    entries: [],
    user: null,
    hub: null,
    lastEventId: null,
    site: defaultSiteConfig,
    guarded: false,
  },
  false,
)

/** Every effect under a machine that is still only declared, by the way that leads to it. */
const declaredOnly = (machine: AnyStateMachine, way: string): string[] => {
  const { actors, actions } = machine.implementations
  return Object.entries({ ...actors, ...actions }).flatMap(([name, effect]) => {
    const at = `${way}.${name}`
    if (effect instanceof StateMachine) return declaredOnly(effect, at)
    return isStub(effect) ? [at] : []
  })
}

test('every effect that a machine declares is provided', () => {
  const appRef = createApp(servicesWith(), input)
  expect(declaredOnly(appRef.logic, 'app')).toEqual([])
  const loaded = { ...editor, ...later, fetchChain }
  expect(Object.entries(loaded).flatMap(([name, machine]) => declaredOnly(machine, name))).toEqual(
    [],
  )
})

test('an effect that is only declared would be found', () => {
  expect(declaredOnly(authMachine, 'auth')).toEqual([
    'auth.readSession',
    'auth.signIn',
    'auth.signOut',
  ])
})

test('two apps of one process have services of their own', () => {
  const [one, other] = [servicesWith(), servicesWith()]
  const [first, second] = [createApp(one, input), createApp(other, input)]
  expect(servicesOf(first.system)).toBe(one)
  expect(servicesOf(second.system)).toBe(other)
  expect(first.logic).toBe(second.logic)
})
