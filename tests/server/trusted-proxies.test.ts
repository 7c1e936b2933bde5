import { expect, test } from 'vitest'
import { createTrustedProxies, isIpRange } from '#server/http/trusted-proxies.ts'

const trusted = ['127.0.0.1', '10.0.0.0/8', '::ffff:192.168.0.0/112', '2001:db8:ffff::/48']

test.each([
  ['127.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0', false],
  ['localhost', false],
  ['', false],
])('accepts %s as an IP range: %s', (text, expected) => {
  expect(isIpRange(text)).toBe(expected)
})

test.each([
  ['nobody who was not named', '203.0.113.1', '198.51.100.1', '203.0.113.1'],
  ['what a trusted proxy says', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['only the last of what was said before', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['several trusted proxies', '127.0.0.1', '1.1.1.1,198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['the outermost where all are trusted', '127.0.0.1', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
  ['nothing beyond what is no address', '127.0.0.1', '1.1.1.1, unknown, 10.0.0.8', '10.0.0.8'],
  ['the proxy itself where it says nothing', '127.0.0.1', undefined, '127.0.0.1'],
  ['IPv4 as IPv6', '::ffff:127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['a range of IPv4 named as IPv6', '192.168.7.7', '198.51.100.1', '198.51.100.1'],
  ['IPv6', '2001:db8:ffff::1', '2001:db8::1', '2001:db8::1'],
  ['ports', '127.0.0.1', '198.51.100.1:4711, 10.0.0.8:80', '198.51.100.1'],
  ['ports of IPv6', '127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
])('finds the client: %s', (_, peer, forwarded, expected) => {
  expect(createTrustedProxies(trusted).clientOf(peer, { for: forwarded }).address).toBe(expected)
})

test.each([
  ['nobody who was not named', '203.0.113.1', '198.51.100.1', 'https', null],
  ['what a trusted proxy says', '127.0.0.1', '198.51.100.1', 'https', 'https'],
  ['the last where there is one proxy', '127.0.0.1', '198.51.100.1', 'https, http', 'http'],
  [
    'the outermost trusted one',
    '127.0.0.1',
    '198.51.100.1, 10.0.0.1',
    'http, https, http',
    'https',
  ],
  ['one word for all', '127.0.0.1', '198.51.100.1, 10.0.0.1', 'HTTPS', 'https'],
])('reads the protocol of the client: %s', (_, peer, forwarded, proto, expected) => {
  expect(createTrustedProxies(trusted).clientOf(peer, { for: forwarded, proto }).protocol).toBe(
    expected,
  )
})
