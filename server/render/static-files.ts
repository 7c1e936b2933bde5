/**
 * Serves the built files, read once, in the best encoding that a browser accepts. Not serveStatic of @hono/node-server,
 * which reads the file again for each request.
 */
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { builtFileCaching } from '../http/cache-policy.ts'
import { type Bytes, type Encoding, encodings } from './content-encoding.ts'
import {
  type PrecomputedResponse,
  sendPrecomputed,
  precomputeFile,
} from './cache/precomputed-response.ts'

const compressedFilePattern = /\.(br|gz)$/
const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** Returns middleware that serves the files of a folder and passes other requests on. */
export const createStaticFiles = async (folder: string): Promise<MiddlewareHandler> => {
  const files = await readFiles(folder)
  return async (c, next) => {
    const file = files.get(c.req.path)
    if (!file || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next()
    return sendPrecomputed(c, file)
  }
}

const readFiles = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const existing = new Set(paths)
  const files = new Map<string, PrecomputedResponse>()
  // Files that start with a dot are for the build only.
  for (const path of paths.filter((name) => !compressedFilePattern.test(name))) {
    const url = urlPathOf(folder, path)
    if (!url.includes('/.')) files.set(url, await readStaticFile(path, url, existing))
  }
  return files
}

const urlPathOf = (folder: string, path: string) =>
  `/${relative(folder, path).split(sep).join('/')}`

const readBytes = async (path: string): Promise<Bytes> => new Uint8Array(await readFile(path))

const readStaticFile = async (
  path: string,
  url: string,
  existing: ReadonlySet<string>,
): Promise<PrecomputedResponse> => {
  const compressed = new Map<Encoding, Bytes>()
  for (const encoding of encodings) {
    const beside = path + suffixes[encoding]
    if (existing.has(beside)) compressed.set(encoding, await readBytes(beside))
  }
  return precomputeFile(
    {
      'Content-Type': getMimeType(path) ?? 'application/octet-stream',
      ...builtFileCaching(url.startsWith('/assets/')),
    },
    await readBytes(path),
    compressed,
  )
}
