import { expect, test } from 'vitest'
import {
  createSecretEncryption,
  encryptedPattern,
} from '#server/auth/two-factor/secret-encryption.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const encryption = createSecretEncryption(['one key'])
const stored = encryption.encrypt(secret, 'ada')

test('decrypts what it has encrypted, and never encrypts twice alike', () => {
  expect(encryption.decrypt(stored, 'ada')).toBe(secret)
  expect(stored).toMatch(encryptedPattern)
  expect(stored).not.toContain(secret)
  expect(encryption.encrypt(secret, 'ada')).not.toBe(stored)
})

test('refuses what belongs to somebody else, was changed, or has another key', () => {
  expect(encryption.decrypt(stored, 'grace')).toBeNull()
  const at = stored.length - 4
  const changed = stored.slice(0, at) + (stored[at] === 'A' ? 'B' : 'A') + stored.slice(at + 1)
  expect(encryption.decrypt(changed, 'ada')).toBeNull()
  for (const length of [20, 30, at]) {
    expect(encryption.decrypt(stored.slice(0, length), 'ada')).toBeNull()
  }
  const other = createSecretEncryption(['another key'])
  expect(other.decrypt(stored, 'ada')).toBeNull()
  expect([encryption.hasKeyOf(stored), other.hasKeyOf(stored)]).toEqual([true, false])
})

test('decrypts by previous keys, and encrypts by the current one', () => {
  const rotated = createSecretEncryption(['a new key', 'one key'])
  expect(rotated.decrypt(stored, 'ada')).toBe(secret)
  expect(rotated.isCurrent(stored)).toBe(false)
  const again = rotated.encrypt(secret, 'ada')
  expect(rotated.isCurrent(again)).toBe(true)
  expect(encryption.decrypt(again, 'ada')).toBeNull()
})

test('reads what older versions have stored plain', () => {
  expect(encryption.decrypt(secret, 'ada')).toBe(secret)
  expect([encryption.isCurrent(secret), encryption.hasKeyOf(secret)]).toEqual([false, true])
})
