import { expect, test } from 'vitest'
import type { User } from '#content/model/resource.ts'
import { isSameAccount } from '#content/model/session.ts'

const userOf = (iri: string, emailAddress: string): User => ({
  '@id': iri,
  '@type': 'User',
  _metadata: { persisted: true },
  username: 'ada',
  emailAddress,
  roles: [],
})
const account = userOf('/users/1', 'ada@example.com')

test('an account has a session if the one that is signed in is the same, whatever else has changed', () => {
  expect(isSameAccount({ account, current: userOf('/users/1', 'new@example.com') })).toBe(true)
  expect(isSameAccount({ account, current: userOf('/users/2', 'ada@example.com') })).toBe(false)
  expect(isSameAccount({ account, current: null })).toBe(false)
})
