import { expect, test } from 'vitest'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { authMachine } from '#machines/session/auth.ts'
import { isStub } from '#machines/effects.ts'
import { fetchChain } from '#src/app/effects/fetch-chain-effects.ts'
import { editor } from '#src/app/effects/editor-effects.ts'
import { createAppActor } from '#src/app/effects/app-effects.ts'
import { later } from '#src/app/effects/deferred-effects.ts'
import { toAppInput } from '#src/app/page-state.ts'
import { defaultSiteConfig } from '#content/page/site-config.ts'
import { createServices, servicesOf } from '#src/app/services/services.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'

const servicesWith = (cache = createResourceCache()) =>
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
    history: { commit: () => {}, restore: () => {}, followRedirect: () => true },
    loadDeferred: () => Promise.reject(new Error('nobody waits')),
    loadEditor: () => Promise.reject(new Error('nobody edits')),
  })

const input = toAppInput(
  {
    build: 'test',
    api: '/_api',
    manifestName: null,
    origin: null,
    location: { path: '/login', search: '', hash: '' },
    page: null,
    failure: null,
    entries: [],
    user: null,
    hub: null,
    lastEventId: null,
    site: defaultSiteConfig,
    withSuspense: false,
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
  const appRef = createAppActor(servicesWith(), input)
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
  const [first, second] = [createAppActor(one, input), createAppActor(other, input)]
  expect(servicesOf(first.system)).toBe(one)
  expect(servicesOf(second.system)).toBe(other)
  expect(first.logic).toBe(second.logic)
})
