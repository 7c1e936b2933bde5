import { expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { readWhileEditing, withSession } from '#src/app/effects/session-effects.ts'
import type { ActorSystem } from '#src/app/services/services.ts'

/** Returns a system whose session is in a state, and the events that it is sent. */
const systemIn = (state: 'viewing' | 'editing' | 'asking' | null) => {
  const events: unknown[] = []
  const sessionRenewalRef = {
    getSnapshot: () => ({
      matches: (value: string) => value === state,
      hasTag: () => state === 'asking',
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
  const asked = { type: 'renewal.requested', isBackground: false }
  const rejected = readWhileEditing(system, Promise.reject(refused))
  await expect(rejected).rejects.toMatchObject({ status: 403 })
  expect(events).toEqual([asked])
  const answered = readWhileEditing(system, Promise.resolve({ status: 401 }), () => true)
  await expect(answered).rejects.toMatchObject({ status: 403 })
  expect(events).toEqual([asked, asked])
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
  await expect(withSession(systemIn('asking').system, send)).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual([])
  await withSession(systemIn('editing').system, send)
  await withSession(systemIn(null).system, send)
  expect(sent).toHaveLength(2)
})
