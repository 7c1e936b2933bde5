/** No private value is in a recording, wherever it was in the running system. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign, createActor, fromCallback, setup } from 'xstate'
import { createRecorder } from '../../../charts/record/recorder.ts'
import { writeRecording } from '../../../charts/record/recording-file.ts'

const holder = setup({
  types: {} as { context: { held: unknown }; events: { type: 'held'; value: unknown } },
}).createMachine({
  id: 'holder',
  meta: { private: ['answer'] },
  context: { held: null },
  on: { held: { actions: assign({ held: ({ event }) => event.value }) } },
})

/** Returns the text of a recording of a machine that was sent values. */
const textOf = (...values: unknown[]) => {
  const recorder = createRecorder()
  const ref = createActor(holder, { inspect: recorder.inspect }).start()
  for (const value of values) ref.send({ type: 'held', value })
  return writeRecording(recorder.recording())
}

describe('is left out', () => {
  const secret = 'correct horse battery'
  test.each([
    ['a password', { password: secret }],
    ['a new password that is repeated', { newPassword: { first: secret, second: secret } }],
    ['a token', { accessToken: secret }],
    ['recovery codes', { recoveryCodes: [secret, 'another'] }],
    ['a cookie', { headers: { Cookie: secret } }],
    ['an entry of a map', { headers: new Map([['authorization', secret]]) }],
    ['a value of a set', { tokens: new Set([secret]) }],
    ['a property of an error', { failure: Object.assign(new Error('no'), { token: secret }) }],
    ['the value of a field', { name: 'password', value: secret }],
    ['the draft of a field', { property: 'plainPassword', state: { on: true }, draft: secret }],
    ['what the machine calls private', { answer: secret }],
  ])('%s', (_, value) => expect(textOf(value)).not.toContain(secret))

  test('a private value in any other text, before and after it is known', () => {
    const value = { message: `${secret} is wrong`, list: [{ echo: secret }] }
    expect(textOf(value, { password: secret }, value)).not.toContain(secret)
  })

  test('a token in an address or a header', () => {
    const text = textOf({
      href: '/reset?token=abcdefgh123&page=2',
      hash: '#access_token=abcdefgh123',
      header: 'Bearer abcdefgh123',
      link: 'otpauth://totp/x?secret=abcdefgh123&issuer=y',
    })
    expect(text).not.toContain('abcdefgh123')
    expect(text).toContain('page=2')
  })
})

test('what its owner calls private is left out', () => {
  const recorder = createRecorder({
    names: ['nickname'],
    redactText: (text) => text.replace(/(\/invitations\/)\w+/, '$1…'),
  })
  const ref = createActor(holder, { inspect: recorder.inspect }).start()
  ref.send({ type: 'held', value: { nickname: 'buddy-boy', path: '/invitations/abc123' } })
  const text = writeRecording(recorder.recording())
  expect(text).not.toMatch(/buddy-boy|abc123/)
})

test('what is not private stays: names, flags, and whether there is a value', () => {
  const recorder = createRecorder()
  const ref = createActor(holder, { inspect: recorder.inspect }).start()
  const value = { username: 'eve', hasPassword: true, password: '', token: null, codec: 'h264' }
  ref.send({ type: 'held', value })
  const [sent] = recorder.recording().entries.filter(({ type }) => type === 'event')
  expect(sent).toMatchObject({ event: { type: 'held', value } })
})

test('values that are no JSON, and code, are named', () => {
  const ref = createActor(fromCallback(() => {}))
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const recorder = createRecorder()
  const holderRef = createActor(holder, { inspect: recorder.inspect }).start()
  const value = [
    undefined,
    -0,
    Number.NaN,
    12n,
    new Date(0),
    ref,
    holder,
    isNaN,
    cycle,
    { $type: 'mine' },
    new URL('http://a.test'),
  ]
  holderRef.send({ type: 'held', value })
  const [sent] = recorder.recording().entries.filter(({ type }) => type === 'event')
  expect(sent).toMatchObject({
    event: {
      value: [
        { $type: 'undefined' },
        { $type: 'number', text: '-0' },
        { $type: 'number', text: 'NaN' },
        { $type: 'bigint', text: '12' },
        { $type: 'date', time: 0 },
        { $type: 'actor', session: ref.sessionId },
        { $type: 'machine', id: 'holder' },
        { $type: 'function', name: 'isNaN' },
        { self: { $type: 'cycle' } },
        { $type: 'object', entries: [['$type', 'mine']] },
        { $type: 'instance', name: 'URL' },
      ],
    },
  })
})

test('no private value is in a recording, for any values', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9 ]{2,20}[!_]{4}$/)
  const name = fc.constantFrom(
    'password',
    'newPassword',
    'token',
    'answer',
    'secret',
    'recoveryCodes',
    'code',
  )
  const harmless = fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.integer(),
    fc.constant(null),
    fc.boolean(),
  )
  const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      harmless,
      fc.tuple(name, secret).map(([key, text]) => ({ [key]: `§${text}` })),
      fc
        .tuple(name, secret)
        .map(([key, text]) => ({ [key]: [{ inner: `§${text}` }], echo: `it was §${text}.` })),
      fc.tuple(name, secret).map(([key, text]) => ({ name: key, value: `§${text}` })),
      fc.dictionary(fc.string({ maxLength: 8 }), tie('value'), { maxKeys: 4 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.string(), tie('value')), { maxLength: 3 })
        .map((entries) => new Map(entries)),
    ),
  }))
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 5 }), (values) => {
      expect(textOf(...values)).not.toContain('§')
    }),
  )
})
