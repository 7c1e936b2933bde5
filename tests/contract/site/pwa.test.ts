import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { createPwaRoutes } from '#server/render/pwa-routes.ts'

const pwa = createPwaRoutes({
  build: 'abc123',
  siteConfig: async () => ({ ...defaultSiteConfig, siteName: 'The Lantern' }),
})
const inPublic = (path: string) => new URL(`../../../public${path}`, import.meta.url).pathname

interface Manifest {
  name: string
  start_url: string
  scope: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
}

test("can be installed under the site's name", async () => {
  const response = await pwa.request('/manifest.webmanifest')
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = (await response.json()) as Manifest
  expect(manifest).toMatchObject({
    name: 'The Lantern',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#212121',
  })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
})

test('has icons of the declared sizes', async () => {
  const { icons } = (await (await pwa.request('/manifest.webmanifest')).json()) as Manifest
  for (const { src, sizes, type } of icons) {
    const { width, height, format } = await sharp(inPublic(src)).metadata()
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
  }
  expect(existsSync(inPublic('/icons/apple-touch-icon.png'))).toBe(true)
})

test('returns the current build, uncached', async () => {
  const latest = await pwa.request('/builds/latest.json?1700000000000')
  expect(latest.headers.get('cache-control')).toBe('no-store')
  expect(await latest.json()).toEqual({ id: 'abc123' })
})

test('describes the current build and no other', async () => {
  const meta = await pwa.request('/builds/meta/abc123.json')
  expect(await meta.json()).toEqual({ id: 'abc123', matcher: {}, prerendered: [] })
  expect((await pwa.request('/builds/meta/before.json')).status).toBe(404)
})
