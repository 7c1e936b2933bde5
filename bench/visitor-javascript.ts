/** What a visitor's browser loads of our JavaScript until it is idle, as gzip sends it. */
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Figure } from './support/figure.ts'
import { openIdle, withBrowser } from './support/stage.ts'

const gzipSize = async (pathname: string) =>
  gzipSync(await readFile(new URL(`../dist/client${pathname}`, import.meta.url)), { level: 9 })
    .length

export const measure = (): Promise<Figure[]> =>
  withBrowser(async ({ newPage }) => {
    const page = await newPage()
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
    })
    await openIdle(page, '/')
    const sizes = await Promise.all([...scripts].map(gzipSize))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    return [
      {
        name: 'Visitor JavaScript before idle',
        value: bytes / 1000,
        unit: 'KB gzip',
        limit: { atMost: 100 },
      },
    ]
  })
