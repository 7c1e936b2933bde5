import { expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import {
  changesSettled,
  readWhileEditing,
  markPartialIfReadForOther,
  withRenewal,
  withSession,
} from '#src/app/effects/session-effects.ts'
import type { ActorSystem } from '#src/app/services/services.ts'
import { admin } from '../support/content/sample-resources.ts'

/** Returns a system whose session is in a state, and the events that it is sent. */
const systemIn = (state: 'viewing' | 'editing' | 'prompting' | null) => {
  const events: unknown[] = []
  const sessionRenewalRef = {
    getSnapshot: () => ({
      matches: (value: string) => value === state,
      hasTag: () => state === 'prompting',
    }),
    send: (event: unknown) => events.push(event),
  }
  const system = { get: () => (state === null ? undefined : sessionRenewalRef) }
  return { system: system as unknown as ActorSystem, events }
}

const refused = failureFromStatus(401)

test.each([null, 'viewing'] as const)('a refused page ends the session while %s', async (state) => {
  const { system, events } = systemIn(state)
  await expect(readWhileEditing(system, Promise.reject(refused))).rejects.toBe(refused)
  const payload = { status: 401 }
  expect(await readWhileEditing(system, Promise.resolve(payload), () => true)).toBe(payload)
  expect(events).toEqual([])
})

test('a refused page asks for the password while editing, and ends nothing', async () => {
  const { system, events } = systemIn('editing')
  const request = { type: 'renewal.requested', isBackground: false }
  const rejected = readWhileEditing(system, Promise.reject(refused))
  await expect(rejected).rejects.toMatchObject({ status: 403 })
  expect(events).toEqual([request])
  const answered = readWhileEditing(system, Promise.resolve({ status: 401 }), () => true)
  await expect(answered).rejects.toMatchObject({ status: 403 })
  expect(events).toEqual([request, request])
})

test('any other outcome of a page is passed on', async () => {
  const { system, events } = systemIn('editing')
  const offline = new Failure('offline')
  await expect(readWhileEditing(system, Promise.reject(offline))).rejects.toBe(offline)
  expect(await readWhileEditing(system, Promise.resolve('page'))).toBe('page')
  expect(events).toEqual([])
})

test('nothing is sent once the session is known to have ended', async () => {
  const sent: string[] = []
  const send = async () => sent.push('sent')
  await expect(withSession(systemIn('prompting').system, send)).rejects.toMatchObject({
    status: 401,
  })
  expect(sent).toEqual([])
  await withSession(systemIn('editing').system, send)
  await withSession(systemIn(null).system, send)
  expect(sent).toHaveLength(2)
})

const page = { path: '/', root: '/_/routes//', resources: [] }
const payloadFor = (user?: string | null) => ({
  status: 200,
  page,
  entries: [],
  ...(user !== undefined && { user }),
})

/** Returns a system in which somebody is signed in, and the events that the renewal of the session is sent. */
const signedInSystem = (state: 'viewing' | 'editing' | null) => {
  const { system, events } = systemIn(state)
  const authRef = { getSnapshot: () => ({ context: { user: admin } }) }
  const get = (id: string) => (id === 'auth' ? authRef : system.get(id))
  return { system: { get } as unknown as ActorSystem, events }
}

test('a page that was read for the user, or by an API that does not say, is complete', () => {
  const { system, events } = signedInSystem('editing')
  for (const payload of [payloadFor(admin['@id']), payloadFor()])
    expect(markPartialIfReadForOther(system, payload)).toBe(payload)
  expect(events).toEqual([])
})

test.each([null, '/users/eva'])('a page that was read for somebody else is partial: %s', (user) => {
  const { system, events } = signedInSystem('editing')
  expect(markPartialIfReadForOther(system, payloadFor(user)).page).toEqual({
    ...page,
    isPartial: true,
  })
  expect(events).toEqual([{ type: 'renewal.requested', isBackground: false }])
})

test.each([null, 'viewing'] as const)('nobody is asked for a password while %s', (state) => {
  const { system, events } = signedInSystem(state)
  expect(markPartialIfReadForOther(system, payloadFor(null)).page?.isPartial).toBe(true)
  expect(events).toEqual([])
})

/** Returns a system in which a change is being sent until `queue` hears that it is saved. */
const systemWithQueue = () => {
  const queue = createActor(
    createMachine({
      initial: 'sending',
      states: { sending: { on: { saved: 'idle' } }, idle: {} },
    }),
  ).start()
  const systemWhile = (state: 'editing' | 'prompting') => {
    const { system } = systemIn(state)
    const get = (id: string) => (id === 'changeQueue' ? queue : system.get(id))
    return { get } as unknown as ActorSystem
  }
  return { queue, systemWhile }
}

test('a page that is not requested any more does not wait for changes', async () => {
  const { systemWhile } = systemWithQueue()
  const controller = new AbortController()
  const waiting = changesSettled(systemWhile('editing'), controller.signal)
  controller.abort()
  await expect(waiting).rejects.toBe(controller.signal.reason)
})

test('a page is read again once all changes are saved, or wait for a session', async () => {
  const { queue, systemWhile } = systemWithQueue()
  const { signal } = new AbortController()
  await changesSettled(systemWhile('prompting'), signal)
  const settled: string[] = []
  const waiting = changesSettled(systemWhile('editing'), signal).then(() => settled.push('saved'))
  await Promise.resolve()
  expect(settled).toEqual([])
  queue.send({ type: 'saved' })
  await waiting
  expect(settled).toEqual(['saved'])
})

/** Returns a system in which no page is edited, and what the actor that renews the session of screens is sent. */
const systemOnScreen = (answer: 'session.renewed' | 'renewal.declined') => {
  const listeners = new Map<string, () => void>()
  const events: unknown[] = []
  const screenRenewalRef = {
    on: (type: string, listener: () => void) => {
      listeners.set(type, listener)
      return { unsubscribe: () => listeners.delete(type) }
    },
    send: (event: unknown) => {
      events.push(event)
      listeners.get(answer)!()
    },
  }
  const get = (id: string) =>
    id === 'screenRenewal' ? screenRenewalRef : systemIn('viewing').system.get(id)
  return { system: { get } as unknown as ActorSystem, events, listeners }
}

/** Returns a request that is refused once, and how often it was sent. */
const refusedOnce = () => {
  const sent: string[] = []
  return {
    sent,
    send: async () => {
      sent.push('sent')
      if (sent.length === 1) throw refused
      return 'saved'
    },
  }
}

const { signal } = new AbortController()

test('a request of a screen is sent again once somebody has signed in again', async () => {
  const { system, events, listeners } = systemOnScreen('session.renewed')
  const { send, sent } = refusedOnce()
  expect(await withRenewal(system, signal, send)).toBe('saved')
  expect(sent).toHaveLength(2)
  expect(events).toEqual([{ type: 'renewal.requested', isBackground: false }])
  expect(listeners.size).toBe(0)
})

test.each([systemOnScreen('renewal.declined').system, systemIn(null).system])(
  'a request of a screen fails if nobody signs in, or can',
  async (system) => {
    const { send, sent } = refusedOnce()
    await expect(withRenewal(system, signal, send)).rejects.toBe(refused)
    expect(sent).toHaveLength(1)
  },
)

test('nobody is asked for a password because of another failure', async () => {
  const { system, events } = systemOnScreen('session.renewed')
  const offline = new Failure('offline')
  await expect(withRenewal(system, signal, () => Promise.reject(offline))).rejects.toBe(offline)
  expect(events).toEqual([])
})
