/** Serves a page of the site as a static file of the same server. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { startServerProcess } from '../../tests/support/server/server-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The path of the page as a file. */
export const filePath = '/static/page.html'

export interface Encodings {
  br: Uint8Array
  gzip: Uint8Array
}

const compressed = (html: string): Encodings => ({
  br: brotliCompressSync(html),
  gzip: gzipSync(html),
})

/** Writes the page at a path as the server sends it; `encode` returns the compressed forms to store. */
export const withStaticCopy = async <Result>(
  path: string,
  measure: (file: URL) => Promise<Result>,
  encode: (html: string, url: string) => Promise<Encodings> = async (html) => compressed(html),
) => {
  // Below the project, so that what is not in the server's one file is found.
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'static-'))
  try {
    await cp(join(root, 'dist'), folder, { recursive: true })
    const site = await startServerProcess()
    const html = await (await fetch(site.url + path)).text()
    const { br, gzip } = await encode(html, site.url + path)
    await site.dispose()
    const file = join(folder, 'client', filePath)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, html)
    await writeFile(`${file}.br`, br)
    await writeFile(`${file}.gz`, gzip)
    return await measure(pathToFileURL(join(folder, 'server', 'main.js')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
