/** Reads the state of everything that the server needs, for the screen of super admins. */
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { type SiteHealth, siteHealthEndpoint } from '#content/admin/site-health.ts'
import type { SecretEncryption } from '../auth/two-factor/secret-encryption.ts'
import { countUnreadableSecrets } from '../auth/two-factor/stored-secrets.ts'
import { readLastBackup } from '../backup/backup-log.ts'
import type { Health } from '../health.ts'
import type { Hub } from '../hub/hub.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Database } from '../store/db/schema.ts'
import { isPostgres } from '../store/db/sql-dialect.ts'
import { isSecretKeyExposed } from '../startup/secret-keys.ts'

export interface SiteHealthOptions {
  db: Database
  health: Pick<Health, 'check'>
  mail: Pick<MailQueue, 'status'>
  hub: Pick<Hub, 'status'>
  encryption: SecretEncryption
  dataDir: string
  addresses: SiteHealth['addresses']
  /** The version of the app. */
  version: string
}

const databaseVersion = async (db: Database) => {
  const { rows } = isPostgres(db)
    ? await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
        db,
      )
    : await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
  return `${isPostgres(db) ? 'PostgreSQL' : 'SQLite'} ${rows[0]?.version ?? ''}`.trim()
}

const diskSpace = async (dataDir: string) => {
  const space = await statfs(dataDir).catch(() => null)
  return {
    free: space && space.bavail * space.bsize,
    total: space && space.blocks * space.bsize,
  }
}

/** Returns a function that reads the state of this process, its database and its disk. */
export const createReadSiteHealth =
  ({ db, health, mail, hub, encryption, dataDir, addresses, version }: SiteHealthOptions) =>
  async (): Promise<SiteHealth> => {
    const startedAt = performance.now()
    const database = await databaseVersion(db)
    const latency = performance.now() - startedAt
    const [checks, space] = await Promise.all([health.check(), diskSpace(dataDir)])
    return {
      '@id': siteHealthEndpoint,
      '@type': 'SiteHealth',
      database: { state: checks.database, latency },
      disk: { state: checks.disk, ...space },
      mail: await mail.status(),
      hub: await hub.status(),
      addresses,
      unreadableSecrets: await countUnreadableSecrets(db, encryption),
      isSecretKeyExposed: await isSecretKeyExposed(dataDir),
      lastBackup: await readLastBackup(db),
      versions: { app: version, node: process.version, database },
      _metadata: { persisted: true },
    }
  }

export type ReadSiteHealth = ReturnType<typeof createReadSiteHealth>
