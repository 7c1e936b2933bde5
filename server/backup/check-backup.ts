/** Reads a whole backup without changing anything, to tell what would replace the site. */
import type { SiteCounts } from '#content/admin/site-backup.ts'
import type { SecretEncryption } from '../auth/two-factor/secret-encryption.ts'
import type { TypeRegistry } from '../store/types/type-registry.ts'
import { BackupError } from './backup-error.ts'
import type { ExportRow } from './backup-format.ts'
import { type ReadingPosition, readBackup } from './read-backup.ts'
import { createCounter } from './site-counts.ts'

interface BackupContents {
  counts: SiteCounts
  /** The name of the site in it; null if it has none. */
  siteName: string | null
  /** True if the account is in it, and may sign in. */
  hasAccount: boolean
  /** The number of keys of authenticator apps that this server cannot decrypt. */
  unreadableSecrets: number
}

interface CheckOptions {
  types: TypeRegistry
  /** The account of the super admin who asks. */
  accountId: string
  encryption: SecretEncryption
  onRead: (at: ReadingPosition) => void
}

const siteNameIn = ({ type, data }: ExportRow) => {
  if (type !== 'SiteConfigParameter') return null
  const { key, value } = JSON.parse(String(data)) as Record<string, unknown>
  return key === 'siteName' && typeof value === 'string' && value ? value : null
}

const maySignIn = ({ enabled, verified }: ExportRow) => enabled === 1 && verified === 1
const isSuperAdmin = ({ roles }: ExportRow) =>
  (JSON.parse(String(roles)) as string[]).includes('ROLE_SUPER_ADMIN')

/** Returns what a backup contains. Throws a `BackupError` for a file from which this site cannot be restored. */
export const checkBackup = async (
  stream: AsyncIterable<Buffer>,
  { types, accountId, encryption, onRead }: CheckOptions,
): Promise<BackupContents> => {
  const { add, counts } = createCounter(types)
  const found = { siteName: null as string | null, hasAccount: false, hasSuperAdmin: false }
  let unreadableSecrets = 0
  await readBackup(stream, {
    types,
    onLine: (line, at) => {
      onRead(at)
      if (line.kind === 'file') return
      const { table, stored } = line
      add(table, String(stored['type']))
      if (table === 'resource') found.siteName ??= siteNameIn(stored)
      if (table === 'two_factor' && !encryption.hasKeyOf(String(stored['secret'])))
        unreadableSecrets += 1
      if (table !== 'account' || !maySignIn(stored)) return
      found.hasAccount ||= stored['id'] === accountId
      found.hasSuperAdmin ||= isSuperAdmin(stored)
    },
  })
  if (!found.hasSuperAdmin)
    throw new BackupError('Nobody could sign in as a super admin with the accounts of this backup.')
  const { siteName, hasAccount } = found
  return { counts, siteName, hasAccount, unreadableSecrets }
}
