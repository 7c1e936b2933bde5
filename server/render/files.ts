/** The built files, read once, in the smallest form a browser takes. */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'

interface StaticFile {
  type: string
  etag: string
  /** Its name holds a hash of what is in it, so it never changes. */
  immutable: boolean
  /** By content encoding; `identity` is always there. */
  bytes: Record<string, Uint8Array<ArrayBuffer>>
}

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
}
const compressed = /\.(br|gz)$/
/** Best first. */
const encodings = { br: '.br', gzip: '.gz' }

/** Answers for files of the folder, and passes everything else on. */
export const serveFiles = async (folder: string): Promise<MiddlewareHandler> => {
  const files = await readFiles(folder)
  return async (c, next) => {
    const file = files.get(c.req.path)
    if (!file || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next()
    return answer(c, file)
  }
}

const answer = (c: Context, { type, etag, immutable, bytes }: StaticFile) => {
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = Object.keys(encodings).find((name) => bytes[name] && accepted.includes(name))
  c.header('ETag', etag)
  c.header('Vary', 'Accept-Encoding')
  c.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('X-Content-Type-Options', 'nosniff')
  if (c.req.header('if-none-match') === etag) return c.body(null, 304)
  c.header('Content-Type', type)
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(bytes[encoding ?? 'identity']!)
}

const readFiles = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(paths)
  const files = new Map<string, StaticFile>()
  // What starts with a dot is the build's own business.
  for (const path of paths.filter((name) => !compressed.test(name))) {
    const url = urlOf(folder, path)
    if (!url.includes('/.')) files.set(url, await readStatic(path, url, known))
  }
  return files
}

const urlOf = (folder: string, path: string) => `/${relative(folder, path).split(sep).join('/')}`

const readStatic = async (
  path: string,
  url: string,
  known: ReadonlySet<string>,
): Promise<StaticFile> => {
  const identity = new Uint8Array(await readFile(path))
  const bytes: StaticFile['bytes'] = { identity }
  for (const [encoding, suffix] of Object.entries(encodings))
    if (known.has(path + suffix)) bytes[encoding] = new Uint8Array(await readFile(path + suffix))
  return {
    type: types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`,
    immutable: url.startsWith('/assets/'),
    bytes,
  }
}
