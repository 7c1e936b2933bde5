import { expect, test } from 'vitest'
import { linkBaseWarning } from '#server/http/email-link-base.ts'

const config = { siteUrl: null, host: '0.0.0.0', trustedHosts: [], trustedProxies: [] }

test.each([
  ['everywhere', {}],
  ['behind a proxy', { host: '127.0.0.1', trustedProxies: ['127.0.0.1'] }],
])('a server that listens %s says that mails need SITE_URL', (_, more) => {
  const line = linkBaseWarning({ ...config, ...more })
  expect(line).toMatch(/^Mails need SITE_URL.+\.$/)
  expect(line).not.toContain('\n')
})

test.each([
  ['SITE_URL is set', { siteUrl: 'https://troupe.test' }],
  ['hosts are listed', { trustedHosts: ['troupe.test'] }],
  ['only this machine can ask', { host: '127.0.0.1' }],
])('nothing is said where %s', (_, more) => {
  expect(linkBaseWarning({ ...config, ...more })).toBeNull()
})
