import { expect, test } from 'vitest'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { anonymous } from '#server/auth/viewer.ts'
import { isClosedFor, hasSessionHint } from '#server/render/maintenance-mode.ts'

const closed = { ...defaultSiteConfig, maintenanceModeEnabled: true }

test.each([
  ['/', true],
  ['/about', true],
  ['/login', false],
  ['/reset-password/ada/t0', false],
  ['/_cwa/settings', false],
])('closes %s to visitors: %s', (path, expected) => {
  expect(isClosedFor(anonymous, path, closed)).toBe(expected)
  expect(isClosedFor(anonymous, path, defaultSiteConfig)).toBe(false)
})

test('closes nothing to editors', () => {
  const member = { userId: '1', roles: ['ROLE_USER'] as const }
  const editor = { userId: '2', roles: ['ROLE_ADMIN'] as const }
  expect(isClosedFor(member, '/', closed)).toBe(true)
  expect(isClosedFor(editor, '/', closed)).toBe(false)
})

test.each([
  [undefined, false],
  ['cwa_auth=0', false],
  ['xcwa_auth=1', false],
  ['cwa_auth=10', false],
  ['cwa_auth=1', true],
  ['a=b; cwa_auth=1; c=d', true],
])('reads a session hint from %s: %s', (cookies, expected) => {
  expect(hasSessionHint(cookies)).toBe(expected)
})
