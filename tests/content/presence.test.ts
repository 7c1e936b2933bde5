import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Presence,
  colleaguesOf,
  initialsOf,
  isPresenceMessage,
  withMessage,
} from '#content/presence/presence.ts'

const presence = (tab: string, more: Partial<Presence> = {}): Presence => ({
  '@id': `/_/presences/${tab}`,
  user: '/users/eve',
  username: 'eve',
  path: '/',
  isTyping: false,
  ...more,
})
const mallory = { user: '/users/mallory', username: 'mallory' }
const here = { own: '/users/ada', path: '/' }

describe('messages of the hub', () => {
  test('are about presences or about content', () => {
    expect(isPresenceMessage({ '@id': '/_/presences/1' })).toBe(true)
    expect(isPresenceMessage({ '@id': '/component/titles/1' })).toBe(false)
  })

  test('add a presence, change it and end it', () => {
    const added = withMessage([], presence('1'))
    const moved = withMessage(added, presence('1', { path: '/about' }))
    expect(moved).toEqual([presence('1', { path: '/about' })])
    expect(withMessage(moved, { '@id': '/_/presences/2' })).toEqual(moved)
    expect(withMessage(moved, { '@id': '/_/presences/1' })).toEqual([])
  })
})

describe('colleagues', () => {
  test('are others, each once, by name, whatever tabs they have', () => {
    const presences = [
      presence('1', mallory),
      presence('2'),
      presence('3'),
      presence('4', { user: here.own, username: 'ada' }),
    ]
    expect(colleaguesOf(presences, here).map(({ username }) => username)).toEqual([
      'eve',
      'mallory',
    ])
  })

  test('are where they are nearest: on this page, and there where they type', () => {
    const resource = '/component/titles/1'
    const tabs = [
      presence('elsewhere', { path: '/about', resource, isTyping: true }),
      presence('typing', { resource, isTyping: true }),
      presence('reading'),
      presence('selecting', { resource }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(tabs, { minLength: 4 }), (shuffled) => {
        const [eve] = colleaguesOf(shuffled, here)
        expect(eve?.nearest['@id']).toBe('/_/presences/typing')
      }),
    )
  })

  test('have colors of their own while there are enough, the same for everybody in whatever order', () => {
    const users = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(users, fc.gen(), (ids, gen) => {
        const presences = ids.map((id) => presence(id, { user: `/users/${id}`, username: id }))
        const shuffled = gen(() => fc.shuffledSubarray(presences, { minLength: ids.length }))
        const colorsFor = (own: string, from: readonly Presence[]) =>
          colleaguesOf(from, { ...here, own }).map(({ user, color }) => [user, color] as const)
        const seen = colorsFor('/users/me', presences)
        expect(new Set(seen.map(([, color]) => color)).size).toBe(ids.length)
        const [first] = presences
        expect(colorsFor(first!.user, shuffled)).toEqual(
          seen.filter(([user]) => user !== first!.user),
        )
      }),
    )
  })

  test('are as many as there are, when colors have to be shared', () => {
    const presences = Array.from({ length: 20 }, (_, at) =>
      presence(`${at}`, { user: `/users/${at}`, username: `user ${at}` }),
    )
    expect(colleaguesOf(presences, here)).toHaveLength(20)
  })
})

test.each([
  ['eve', 'E'],
  ['Eve Moneypenny', 'EM'],
  ['eve.van.dyke@example.org', 'EO'],
  ['émile', 'É'],
  ['😀 smile', '😀S'],
  ['...', '?'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
