import { expect, test } from 'vitest'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { authMachine } from '#machines/session/auth.ts'
import { isStub } from '#machines/declare-effects.ts'
import { fetchChain } from '#src/app/effects/fetch-chain-effects.ts'
import { editor } from '#src/app/effects/editing/editor-effects.ts'
import { createAppActor } from '#src/app/effects/app-effects.ts'
import { deferred } from '#src/app/effects/deferred-effects.ts'
import { toAppInput } from '#src/app/page-state.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { createRegistry } from '#src/app/services/create-registry.ts'
import { createServices, servicesOf } from '#src/app/services/services.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { createSilentHistory } from '../support/silent-history.ts'

const servicesWith = (cache = createResourceCache()) =>
  createServices({
    loadApi: () => Promise.reject(new Error('no request is expected')),
    cache,
    registry: createRegistry({
      components: {},
      layouts: {},
      templates: {},
      lazyViews: () => Promise.reject(new Error('no view is expected')),
    }),
    htmlFields: {},
    sanitizeHtml: (html) => html,
    history: createSilentHistory(),
    pageReady: () => new Promise(() => {}),
    loadDeferred: () => Promise.reject(new Error('no deferred actor is expected')),
    loadEditor: () => Promise.reject(new Error('no editor is expected')),
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
    htmlFields: {},
    generatedViews: {},
    withSuspense: false,
  },
  false,
)

/** Returns the paths of all effects of a machine and its children that are declared but not provided. */
const notProvided = (machine: AnyStateMachine, path: string): string[] => {
  const { actors, actions } = machine.implementations
  return Object.entries({ ...actors, ...actions }).flatMap(([name, effect]) => {
    const effectPath = `${path}.${name}`
    if (effect instanceof StateMachine) return notProvided(effect, effectPath)
    return isStub(effect) ? [effectPath] : []
  })
}

test('provides every effect that a machine declares', () => {
  const appRef = createAppActor(servicesWith(), input)
  expect(notProvided(appRef.logic, 'app')).toEqual([])
  const loaded = { ...editor, ...deferred, fetchChain }
  expect(Object.entries(loaded).flatMap(([name, machine]) => notProvided(machine, name))).toEqual(
    [],
  )
})

test('detects an effect that is declared but not provided', () => {
  expect(notProvided(authMachine, 'auth')).toEqual([
    'auth.readSession',
    'auth.signIn',
    'auth.signOut',
    'auth.clearSessionHint',
  ])
})

test('keeps the services of two apps in one process apart', () => {
  const [one, other] = [servicesWith(), servicesWith()]
  const [first, second] = [createAppActor(one, input), createAppActor(other, input)]
  expect(servicesOf(first.system)).toBe(one)
  expect(servicesOf(second.system)).toBe(other)
  expect(first.logic).toBe(second.logic)
})
