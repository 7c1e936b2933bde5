/** Sends uploaded files. */
import type { Context } from 'hono'
import { uploadCaching } from '../http/cache-policy.ts'
import { hasCurrentVersion } from '../http/conditional-request.ts'
import type { Env } from '../http/hono-env.ts'

interface SentFile {
  name: string
  mimeType: string
  bytes: Buffer<ArrayBuffer>
}

interface SendFileOptions {
  /** True if another viewer would get another file at this address. */
  variesByViewer: boolean
  /** True if the address contains the file's name, so that it never leads to another file. */
  isNamed: boolean
}

/** Sends a file, inline unless an attachment is asked for; 304 to a client that has it. */
export const sendFile = (
  c: Context<Env>,
  { name, mimeType, bytes }: SentFile,
  options: SendFileOptions,
) => {
  const etag = `"${name}"`
  const headers = {
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    ...uploadCaching({ isSignedIn: c.get('viewer').userId !== null, ...options }),
  }
  if (hasCurrentVersion(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return c.body(bytes, 200, {
    ...headers,
    'Content-Type': mimeType,
    'Content-Disposition': `${dispositionOf(c, mimeType)}; filename="${name}"`,
    // A file must not run anything in the name of this site.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
}

const dispositionOf = (c: Context<Env>, mimeType: string) =>
  c.req.query('download') === 'true' || mimeType === 'image/svg+xml' ? 'attachment' : 'inline'
