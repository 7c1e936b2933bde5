/** Makes backups for super admins, checks those that they upload, and restores the site from them. */
import type { RestorationMessage } from '#content/admin/site-backup.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import type { Actor } from '../audit/actor.ts'
import { BackupError } from './backup-error.ts'
import { logForSite, recordBackup } from './backup-log.ts'
import { streamLines } from './backup-stream.ts'
import { checkBackup } from './check-backup.ts'
import type { OpenSite } from './open-site.ts'
import { streamProgress } from './progress-stream.ts'
import { restoreBackup } from './restore-backup.ts'
import { countSite } from './site-counts.ts'
import { createUploadedBackups } from './uploaded-backups.ts'
import { backupLines } from './write-backup.ts'

type Site = Pick<OpenSite, 'db' | 'files' | 'store' | 'listFiles'>

interface SiteBackupsOptions {
  /** Opens the site by a connection of its own. */
  openSite: () => Promise<{ site: Site; close: () => Promise<void> }>
  /** The folder of uploads. */
  folder: string
  /** Returns the site's name; null while it has the default one. */
  siteName: () => Promise<string | null>
  /** Called once the site was restored. */
  onRestored: () => void
  logError: (problem: unknown) => void
  clock?: () => number
}

interface Restoration {
  actor: Actor
  /** The hash of the session of the super admin. */
  sessionHash: string | null
}

const unexpectedMessage = 'Something went wrong on the server. Nothing was changed.'

/** Yields the lines of a backup. It is logged before the first of them is sent, and remembered once it is complete. */
async function* loggedLines(
  { openSite, logError, clock = Date.now }: SiteBackupsOptions,
  actor: Actor,
): AsyncGenerator<string, void> {
  const { site, close } = await openSite()
  try {
    await logForSite(site.db, actor, 'exported', clock())
    const written = { lines: 0, bytes: 0 }
    yield* backupLines(site, written)
    await recordBackup(site.db, written, clock())
  } catch (thrown) {
    logError(thrown)
    throw thrown
  } finally {
    await close()
  }
}

/** Creates the backups of a site. */
export const createSiteBackups = (options: SiteBackupsOptions) => {
  const { openSite, folder, onRestored, logError, clock } = options
  const uploads = createUploadedBackups(folder, clock)
  const siteName = async () => (await options.siteName()) ?? defaultSiteConfig.siteName

  const failed = (thrown: unknown): RestorationMessage & { type: 'failed' } => {
    if (thrown instanceof BackupError) return { type: 'failed', message: thrown.message }
    logError(thrown)
    return { type: 'failed', message: unexpectedMessage }
  }

  const withSite = async <Result>(run: (site: Site) => Promise<Result>) => {
    const { site, close } = await openSite()
    try {
      return await run(site)
    } finally {
      await close()
    }
  }

  const check = (id: string, accountId: string, report: (bytes: number) => void) =>
    withSite(async ({ db, store: { types } }) => {
      const onRead = ({ bytes }: { bytes: number }) => report(bytes)
      const contents = await checkBackup(uploads.open(id), { types, accountId, onRead })
      const { counts, siteName: backupName, hasAccount: staysSignedIn } = contents
      const [name, current] = [await siteName(), await countSite(db, types)]
      return { siteName: name, backupName, current, backup: counts, staysSignedIn }
    })

  const restore = (id: string, by: Restoration, report: (bytes: number) => void) =>
    withSite(async (site) => {
      const { isSignedIn } = await restoreBackup(site, {
        ...by,
        open: () => uploads.open(id),
        mayReplace: true,
        onRead: ({ bytes }) => report(bytes),
      })
      onRestored()
      return isSignedIn
    })

  /** Returns the part of an upload that a number of bytes is. */
  const partOf = async (id: string) => {
    const size = Math.max(1, (await uploads.sizeOf(id)) ?? 1)
    return (bytes: number) => Math.min(1, bytes / size)
  }

  return {
    uploads,
    siteName,

    /** Returns a backup as a stream. The first line is read before, so that a database that is away is still a 503. */
    async download(actor: Actor) {
      const lines = loggedLines(options, actor)
      const first = await lines.next()
      return streamLines(first.value ?? '', lines)
    },

    /** Returns messages about the check of an upload, which is deleted where the site cannot be restored from it. */
    async check(id: string, accountId: string) {
      const doneOf = await partOf(id)
      return streamProgress(async (report) => {
        try {
          const found = await check(id, accountId, (bytes) => report(doneOf(bytes)))
          return { type: 'checked', check: found }
        } catch (thrown) {
          await uploads.remove(id)
          return failed(thrown)
        }
      })
    },

    /** Returns messages about the restoration from an upload, which is deleted then. */
    async restore(id: string, by: Restoration) {
      const doneOf = await partOf(id)
      return streamProgress(async (report) => {
        try {
          const isSignedIn = await restore(id, by, (bytes) => report(doneOf(bytes)))
          await uploads.remove(id)
          return { type: 'restored', isSignedIn }
        } catch (thrown) {
          return failed(thrown)
        }
      })
    },
  }
}

export type SiteBackups = ReturnType<typeof createSiteBackups>
