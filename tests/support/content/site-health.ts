/** Makes the state of a site. */
import type { SiteHealth } from '#content/admin/site-health.ts'

/** Returns the state of a site where everything works, or something does not. */
export const siteHealth = (changes: Partial<SiteHealth> = {}): SiteHealth => ({
  '@id': '/_/health',
  '@type': 'SiteHealth',
  database: { state: 'ok', latency: 1.4 },
  disk: { state: 'ok', free: 5 * 1024 ** 3, total: 10 * 1024 ** 3 },
  mail: { waiting: 0, tried: 0, lastFailure: null },
  hub: { readers: 3, catchingUp: 1, behind: 0 },
  unreadableSecrets: 0,
  isSecretKeyExposed: false,
  lastBackup: { at: new Date().toISOString(), bytes: 3 * 2 ** 20 },
  addresses: { siteUrl: 'https://troupe.test', trustedHosts: [], isLocal: false },
  versions: { app: 'build-1', node: 'v20.0.0', database: 'SQLite 3.45' },
  _metadata: { persisted: true },
  ...changes,
})
