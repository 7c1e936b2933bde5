/** Makes backups for super admins, checks those that they upload, and restores the site from them. */
import type { BackupCheck } from '#content/admin/site-backup.ts'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import type { Actor } from '../audit/actor.ts'
import { BackupError } from './backup-error.ts'
import { logForSite, recordBackup } from './backup-log.ts'
import { streamLines } from './backup-stream.ts'
import { checkBackup } from './check-backup.ts'
import { type Outcome, streamProgress } from './progress-stream.ts'
import type { ReadingPosition } from './read-backup.ts'
import { type RestoredSite, restoreBackup } from './restore-backup.ts'
import { countSite } from './site-counts.ts'
import { type UploadedBackups, createUploadedBackups } from './uploaded-backups.ts'
import { backupLines } from './write-backup.ts'

interface SiteBackupsOptions {
  /** Opens the site by a connection of its own. */
  openSite: () => Promise<{ site: RestoredSite; close: () => Promise<void> }>
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

interface Steps {
  siteName: () => Promise<string>
  check: (id: string, accountId: string, onRead: OnRead) => Promise<BackupCheck>
  /** Resolves to true if the session goes on. */
  restore: (id: string, by: Restoration, onRead: OnRead) => Promise<boolean>
}
type OnRead = (at: ReadingPosition) => void

/** Creates the steps of a restoration, each by a connection of its own. */
const createSteps = (options: SiteBackupsOptions, uploads: UploadedBackups): Steps => {
  const siteName = async () => (await options.siteName()) ?? defaultSiteConfig.siteName
  const withSite = async <Result>(run: (site: RestoredSite) => Promise<Result>) => {
    const { site, close } = await options.openSite()
    try {
      return await run(site)
    } finally {
      await close()
    }
  }
  return {
    siteName,
    check: (id, accountId, onRead) =>
      withSite(async ({ db, encryption, store: { types } }) => {
        const expected = { types, accountId, encryption, onRead }
        const contents = await checkBackup(uploads.open(id), expected)
        const { counts, siteName: backupName, hasAccount: staysSignedIn, ...others } = contents
        const [name, current] = [await siteName(), await countSite(db, types)]
        return { siteName: name, backupName, current, backup: counts, staysSignedIn, ...others }
      }),
    restore: (id, by, onRead) =>
      withSite(async (site) => {
        const open = () => uploads.open(id)
        const { isSignedIn } = await restoreBackup(site, { ...by, open, mayReplace: true, onRead })
        options.onRestored()
        return isSignedIn
      }),
  }
}

/** Returns a backup as a stream. The first line is read before, so that a database that is away is still a 503. */
const download = async (options: SiteBackupsOptions, actor: Actor) => {
  const lines = loggedLines(options, actor)
  const first = await lines.next()
  return streamLines(first.value ?? '', lines)
}

/** Returns a function that makes messages about a step, which reads the upload from its beginning to its end. */
const createStepStream = (
  { logError }: SiteBackupsOptions,
  { sizeOf }: Pick<UploadedBackups, 'sizeOf'>,
) => {
  const failed = (thrown: unknown): Outcome => {
    if (thrown instanceof BackupError) return { type: 'failed', message: thrown.message }
    logError(thrown)
    return { type: 'failed', message: unexpectedMessage }
  }
  return async (id: string, run: (onRead: OnRead) => Promise<Outcome>) => {
    const size = Math.max(1, (await sizeOf(id)) ?? 1)
    return streamProgress((report) =>
      run(({ bytes }) => report(Math.min(1, bytes / size))).catch(failed),
    )
  }
}

/** Creates the backups of a site. */
export const createSiteBackups = (options: SiteBackupsOptions) => {
  const uploads = createUploadedBackups(options.folder, options.clock)
  const { siteName, check, restore } = createSteps(options, uploads)
  const stream = createStepStream(options, uploads)
  return {
    uploads,
    siteName,
    download: (actor: Actor) => download(options, actor),

    /** Returns messages about the check of an upload, which is deleted where the site cannot be restored from it. */
    check: (id: string, accountId: string) =>
      stream(id, async (onRead) => {
        try {
          return { type: 'checked', check: await check(id, accountId, onRead) }
        } catch (thrown) {
          await uploads.remove(id)
          throw thrown
        }
      }),

    /** Returns messages about the restoration from an upload, which is deleted then. */
    restore: (id: string, by: Restoration) =>
      stream(id, async (onRead) => {
        const isSignedIn = await restore(id, by, onRead)
        await uploads.remove(id)
        return { type: 'restored', isSignedIn }
      }),
  }
}

export type SiteBackups = ReturnType<typeof createSiteBackups>
