/** The endpoints by which super admins back up the site, and restore it from a backup that they upload in parts. */
import { type Context, Hono } from 'hono'
import {
  backupFileName,
  backupsEndpoint,
  isTypedName,
  jsonLines,
  restorationsEndpoint,
} from '#content/admin/site-backup.ts'
import type { Violation } from '#content/model/resource.ts'
import { BackupError } from '../../backup/backup-error.ts'
import type { SiteBackups } from '../../backup/site-backups.ts'
import { ValidationError } from '../../domain-errors.ts'
import { readBodyBytes } from '../../http/body/request-body.ts'
import { uncached } from '../../http/cache-policy.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  ldJson,
  methodNotAllowed,
  readJsonBody,
  requestActorOf,
  requireSuperAdmin,
} from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { problem } from '../../http/problem.ts'
import { siteBackupPaths as openApiPaths } from '../../openapi/site-backup-paths.ts'
import type { Body } from '../../store/read/read-result.ts'
import { currentPasswordViolations } from '../../users/current-password.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

type C = Context<Env>
type Options = Pick<FeatureContext, 'siteBackups' | 'senderOf' | 'clock'>

const restoration = `${restorationsEndpoint}/:upload`
const restorationMethods = 'GET, PUT, POST, DELETE'
/** The maximum size of a body with a password, in bytes. */
const maxBodySize = 16 * 1024

/** Returns the body of a request that needs the current password, however recent the sign-in: the backup is a secret. */
const readAuthorizedBody = async (
  c: C,
  { senderOf }: Options,
  check: (body: Body) => Promise<Violation[]> = async () => [],
) => {
  requireSuperAdmin(c)
  const body = await readJsonBody(c, ldJson, maxBodySize)
  const { verifyPassword } = senderOf(c)
  const violations = [
    ...(await check(body)),
    ...(await currentPasswordViolations(c.get('account')!, body, verifyPassword)),
  ]
  if (violations.length) throw new ValidationError(violations)
}

const sendLines = (c: C, lines: ReadableStream<Uint8Array<ArrayBuffer>>, headers = {}) =>
  c.body(lines, 200, { 'Content-Type': jsonLines, ...headers, ...uncached })

/** Runs what refuses an upload, and answers that with 422. */
const refuseUpload = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof BackupError)) throw thrown
    throw new ValidationError([{ propertyPath: 'file', message: thrown.message }])
  }
}

const sizeIn = ({ size }: Body) => {
  if (typeof size === 'number' && Number.isSafeInteger(size) && size > 0) return size
  throw new ValidationError([{ propertyPath: 'size', message: 'The size of the file, please.' }])
}

const offsetIn = (c: C) => {
  const offset = c.req.query('offset') ?? ''
  if (!/^\d{1,15}$/.test(offset)) throw problem(400, { detail: 'The offset is not a number.' })
  return Number(offset)
}

/** Returns the id of an upload that is there. */
const requireUpload = async (c: C, { uploads }: SiteBackups) => {
  requireSuperAdmin(c)
  const id = c.req.param('upload') ?? ''
  if ((await uploads.sizeOf(id)) === null) throw problem(404)
  return id
}

const nameViolations =
  ({ siteName }: SiteBackups) =>
  async ({ siteName: typed }: Body): Promise<Violation[]> =>
    typeof typed === 'string' && isTypedName(typed, { siteName: await siteName() })
      ? []
      : [{ propertyPath: 'siteName', message: 'This is not the name of this site.' }]

const createUploadHandlers = ({ siteBackups }: Options) => {
  const { uploads } = siteBackups
  return {
    create: async (c: C) => {
      requireSuperAdmin(c)
      const size = sizeIn(await readJsonBody(c, ldJson, maxBodySize))
      return c.json({ id: await refuseUpload(() => uploads.create(size)) }, 201, { ...uncached })
    },
    append: async (c: C) => {
      const id = await requireUpload(c, siteBackups)
      const offset = offsetIn(c)
      const part = await readBodyBytes(c)
      const size = await refuseUpload(() => uploads.append(id, offset, part))
      if (size === null) throw problem(409, { detail: 'The part before this one is missing.' })
      return c.json({ size }, 200, { ...uncached })
    },
    remove: async (c: C) => {
      await uploads.remove(await requireUpload(c, siteBackups))
      return c.body(null, 204, { ...uncached })
    },
  }
}

const createBackupHandlers = (options: Options) => {
  const { siteBackups, clock } = options
  const download = async (c: C) => {
    await readAuthorizedBody(c, options)
    const lines = await siteBackups.download(requestActorOf(c))
    const disposition = `attachment; filename="${backupFileName(clock())}"`
    return sendLines(c, lines, { 'Content-Disposition': disposition })
  }
  const check = async (c: C) => {
    const id = await requireUpload(c, siteBackups)
    return sendLines(c, await siteBackups.check(id, c.get('account')!.id))
  }
  const restore = async (c: C) => {
    const id = await requireUpload(c, siteBackups)
    await readAuthorizedBody(c, options, nameViolations(siteBackups))
    const sessionHash = c.get('session')?.hash ?? null
    return sendLines(c, await siteBackups.restore(id, { actor: requestActorOf(c), sessionHash }))
  }
  return { download, check, restore }
}

/** Returns the endpoints of backups. */
export const createEndpoints = (options: Options): EndpointGroup => {
  const { create, append, remove } = createUploadHandlers(options)
  const { download, check, restore } = createBackupHandlers(options)
  const routes = new Hono<Env>()
    .post(backupsEndpoint, download)
    .all(backupsEndpoint, methodNotAllowed('POST'))
    .post(restorationsEndpoint, create)
    .all(restorationsEndpoint, methodNotAllowed('POST'))
    .get(restoration, check)
    .put(restoration, append)
    .post(restoration, restore)
    .delete(restoration, remove)
    .all(restoration, methodNotAllowed(restorationMethods))
  return { routes, openApiPaths, secretPaths: [restorationsEndpoint] }
}
