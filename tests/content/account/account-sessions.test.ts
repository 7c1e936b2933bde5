import { describe, expect, test } from 'vitest'
import { pendingMailOf } from '#content/account/account-mails.ts'
import { browserName, sessionsIn } from '#content/account/account-sessions.ts'

const mozilla = 'Mozilla/5.0'
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Chrome on Windows', `(Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36`],
  [
    'Edge on Windows',
    `(Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`,
  ],
  [
    'Safari on iPhone',
    `(iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} Version/18.0 Safari/604.1`,
  ],
  ['Firefox on Linux', '(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome on Android', `(Linux; Android 15; Pixel 9) ${webKit} Chrome/140.0 Mobile Safari/537.36`],
  ['Safari on macOS', `(Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.0 Safari/605.1`],
])('recognizes %s', (name, rest) => {
  expect(browserName(`${mozilla} ${rest}`)).toBe(name)
})

test('names a browser that it does not know', () => {
  expect(browserName('')).toBe('An unknown browser')
  expect(browserName('curl/8.5.0')).toBe('An unknown browser')
})

test('reads the sessions in a list, and none in anything else', () => {
  const session = {
    '@id': '/users/1/sessions/2',
    '@type': 'Session',
    createdAt: '2026-11-02T10:00:00+00:00',
    usedAt: '2026-11-03T10:00:00+00:00',
    isCurrent: true,
    _metadata: { persisted: true },
  }
  expect(sessionsIn({ member: [session, 'x', null] })).toEqual([
    {
      iri: '/users/1/sessions/2',
      browser: 'An unknown browser',
      signedInAt: '2026-11-02T10:00:00+00:00',
      usedAt: '2026-11-03T10:00:00+00:00',
      isCurrent: true,
    },
  ])
  for (const body of [null, 'x', {}, { member: 1 }]) expect(sessionsIn(body)).toEqual([])
})

describe('the mail that an account waits for', () => {
  const account = {
    '@id': '/users/1',
    '@type': 'User',
    _metadata: { persisted: true },
    username: 'ada b',
    emailAddress: 'ada@people.test',
    emailAddressVerified: true,
  }

  test('is none for an account that is confirmed', () => {
    expect(pendingMailOf(account)).toBeNull()
  })

  test('confirms its address, or the one that is to take its place', () => {
    expect(pendingMailOf({ ...account, emailAddressVerified: false })?.request).toEqual({
      method: 'GET',
      iri: '/resend-verify-email/ada%20b',
    })
    const pending = pendingMailOf({ ...account, newEmailAddress: 'new@people.test' })
    expect(pending?.request).toEqual({ method: 'GET', iri: '/resend-verify-new-email/ada%20b' })
    expect(pending?.notice).toContain('new@people.test')
  })

  test('is the invitation while its owner has chosen no password', () => {
    const invited = {
      ...account,
      emailAddressVerified: false,
      invitedAt: '2026-11-02T10:00:00+00:00',
    }
    expect(pendingMailOf(invited)?.request).toEqual({
      method: 'POST',
      iri: '/users/1/invitation',
    })
  })
})
