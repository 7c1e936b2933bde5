/** Creates the routes of the installable app: its manifest, and the current build. */
import { Hono } from 'hono'
import type { SiteConfig } from '#content/model/site-config.ts'
import { statusCaching, revalidatedCaching } from '../http/cache-policy.ts'

interface PwaOptions {
  build: string
  siteConfig: () => Promise<SiteConfig>
}

/** The color of the app window's title bar, the same in every theme. */
export const themeColor = '#212121'

/** Creates the routes of the web app manifest and of the id of the current build. */
export const createPwaRoutes = ({ build, siteConfig }: PwaOptions) =>
  new Hono()
    .get('/manifest.webmanifest', async (c) =>
      c.json(manifestOf(await siteConfig()), 200, {
        'Content-Type': 'application/manifest+json; charset=utf-8',
        ...revalidatedCaching,
      }),
    )
    .get('/builds/latest.json', (c) => c.json({ id: build }, 200, { ...statusCaching }))
    .get('/builds/meta/:name{.+\\.json}', (c) =>
      c.req.param('name') === `${build}.json`
        ? c.json({ id: build, matcher: {}, prerendered: [] }, 200, { ...revalidatedCaching })
        : c.json({ message: 'Another build is being served.' }, 404),
    )

const manifestOf = ({ siteName, largeIcon }: SiteConfig) => ({
  id: '/',
  name: siteName,
  short_name: siteName,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: themeColor,
  background_color: themeColor,
  icons: largeIcon
    ? [{ src: largeIcon, sizes: 'any', purpose: 'any' }]
    : [
        icon('icon-192', 192, 'any'),
        icon('icon-512', 512, 'any'),
        icon('icon-maskable-512', 512, 'maskable'),
      ],
})

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})
