import { expect, test } from 'vitest'
import { readConfig } from '#server/startup/config.ts'
import { StartupError } from '#server/startup/startup-error.ts'

test('defaults to this machine, port 3000 and a file in ./data', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: null,
    apiUrl: null,
    siteUrl: null,
    trustedHosts: [],
    hydraPrefix: false,
    trustedProxies: [],
    trustedOrigins: [],
    smtpUrl: null,
    admin: { username: 'admin', password: null },
    pageCacheBytes: 64 * 1024 * 1024,
    auditLifetime: 365 * 24 * 60 * 60 * 1_000,
    metricsToken: null,
    secretKey: null,
    previousSecretKeys: [],
    isProduction: false,
  })
})

test('treats an empty variable as not set', () => {
  expect(readConfig({ PORT: '', ADMIN_PASSWORD: ' ', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test('reads every variable', () => {
  expect(
    readConfig({
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/srv/troupe',
      DATABASE_URL: 'postgresql://user:secret@db:5432/troupe',
      API_URL: 'https://api.example.org/v1/',
      SITE_URL: 'https://www.example.org/',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
      TRUSTED_HOSTS: 'www.example.org, Example.org:8080',
      HYDRA_PREFIX: 'true',
      TRUSTED_ORIGINS: 'https://editor.example.org/ , http://10.0.0.1:8080',
      SMTP_URL: 'smtps://user:secret@mail.example.org',
      ADMIN_USERNAME: 'ada',
      ADMIN_PASSWORD: 'countess',
      PAGE_CACHE_MB: '0',
      AUDIT_DAYS: '0',
      METRICS_TOKEN: 'a token of some length',
      SECRET_KEY: 'a key of thirty-two characters or more',
      PREVIOUS_SECRET_KEYS: `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
      NODE_ENV: 'production',
    }),
  ).toEqual({
    port: 0,
    host: '::1',
    dataDir: '/srv/troupe',
    databaseUrl: 'postgresql://user:secret@db:5432/troupe',
    apiUrl: 'https://api.example.org/v1',
    siteUrl: 'https://www.example.org',
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    trustedHosts: ['www.example.org', 'example.org:8080'],
    hydraPrefix: true,
    trustedOrigins: ['https://editor.example.org', 'http://10.0.0.1:8080'],
    smtpUrl: 'smtps://user:secret@mail.example.org',
    admin: { username: 'ada', password: 'countess' },
    pageCacheBytes: 0,
    auditLifetime: null,
    metricsToken: 'a token of some length',
    secretKey: 'a key of thirty-two characters or more',
    previousSecretKeys: ['a'.repeat(32), 'b'.repeat(32)],
    isProduction: true,
  })
})

test.each([
  ['PORT', 'many'],
  ['PORT', '-1'],
  ['PORT', '70000'],
  ['PORT', '3000.5'],
  ['DATABASE_URL', 'mysql://user:secret@db/troupe'],
  ['DATABASE_URL', 'postgres:// secret @'],
  ['API_URL', 'not an address'],
  ['API_URL', 'ftp://example.org'],
  ['SITE_URL', 'javascript:alert(1)'],
  ['SITE_URL', 'https:///'],
  ['SITE_URL', 'https://example.org/below'],
  ['SITE_URL', 'www.example.org'],
  ['TRUSTED_HOSTS', 'https://www.example.org'],
  ['TRUSTED_HOSTS', 'a.test,,b.test'],
  ['HYDRA_PREFIX', 'yes'],
  ['TRUSTED_PROXIES', 'loopback'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '127.0.0.1,,10.0.0.1'],
  ['TRUSTED_ORIGINS', '*'],
  ['TRUSTED_ORIGINS', 'https://editor.example.org, null'],
  ['TRUSTED_ORIGINS', 'https://editor.example.org/below'],
  ['ADMIN_PASSWORD', 'short'],
  ['ADMIN_PASSWORD', 'x'.repeat(1_001)],
  ['SMTP_URL', 'https://mail.example.org'],
  ['PAGE_CACHE_MB', 'plenty'],
  ['AUDIT_DAYS', 'forever'],
  ['METRICS_TOKEN', 'short'],
  ['SECRET_KEY', 'short'],
  ['SECRET_KEY', `${'a'.repeat(40)},${'b'.repeat(40)}`],
  ['PREVIOUS_SECRET_KEYS', `${'a'.repeat(40)},`],
  ['AUDIT_DAYS', '99999999'],
])(
  'rejects %s=%s in one line that names the variable and does not repeat the value',
  (name, value) => {
    const refusal = () => readConfig({ [name]: value })
    expect(refusal).toThrow(StartupError)
    expect(refusal).toThrow(new RegExp(`^${name} should be .+\\.$`))
    expect(refusal).not.toThrow(value)
  },
)
