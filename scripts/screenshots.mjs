/**
 * `node scripts/screenshots.mjs` takes the README's screenshots and writes them to `docs/`. With `--all`, it takes every
 * screen and state, light and dark, wide and narrow, and writes them to `.cache/screenshots` for review.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { register } from 'tsx/esm/api'
import { launchOptions, noBrowser, provideBrowser } from './support/browser.mjs'
import { ensureBuilt } from './support/ensure-built.mjs'
import { root } from './support/root.mjs'

register()
const { password, startServerProcess } = await import('../tests/support/server/server-process.ts')

if (!(await ensureBuilt())) process.exit(1)
if (!(await provideBrowser())) {
  console.error(noBrowser)
  process.exit(1)
}

const named = (within, role, name) => within.getByRole(role, { name, exact: true })

/** The scenes in order. Each starts where the previous one ends. */
const scenes = {
  home: (page) => page.goto('/'),
  about: (page) => page.goto('/about'),
  blog: (page) => page.goto('/blog-articles'),
  nothing: (page) => page.goto('/blog-articles?title=nothing+of+the+sort'),
  article: (page) => page.goto('/blog-articles/blog-article-1'),
  chapter: (page) => page.goto('/topic-1/chapter-one'),
  form: (page) => page.goto('/form'),
  wrong: async (page) => {
    await named(page, 'button', 'Send').click()
    await page.getByRole('alert').waitFor()
  },
  missing: (page) => page.goto('/nowhere'),
  login: (page) => page.goto('/login'),
  refused: async (page) => {
    await page.getByLabel('Username or email').fill('admin')
    await page.getByLabel('Password').fill('not this one')
    await named(page, 'button', 'Sign in').click()
    await page.getByRole('alert').waitFor()
  },
  'signed-in': async (page) => {
    await page.getByLabel('Password').fill(password)
    await named(page, 'button', 'Sign in').click()
    await named(page, 'button', 'Edit').waitFor()
  },
  menu: (page) => named(page, 'button', 'Site menu').click(),
  editing: async (page) => {
    await page.keyboard.press('Escape')
    await named(page, 'button', 'Edit').click()
    await named(page, 'button', 'Done').waitFor()
  },
  selected: async (page) => {
    await named(page, 'textbox', 'Title').first().click()
    await named(page, 'region', 'Resource manager').waitFor()
  },
  drafted: async (page) => {
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' tonight')
    await named(page, 'button', 'Publish').waitFor()
  },
  order: (page) => page.getByRole('tab', { name: 'Order' }).click(),
  adding: (page) => named(page, 'button', 'Add after').click(),
  staged: async (page) => {
    const dialog = named(page, 'dialog', 'Add component')
    await named(dialog, 'option', 'Body Text').click()
    await named(dialog, 'button', 'Insert').click()
    await page.keyboard.type('A paragraph that is not saved yet.')
  },
  discarding: (page) => named(page, 'button', 'Discard').click(),
}

const appearances = process.argv.includes('--all')
  ? ['light', 'dark'].flatMap((colorScheme) =>
      [1280, 390].map((width) => ({ colorScheme, width, height: 800, wanted: () => true })),
    )
  : [
      {
        colorScheme: 'light',
        width: 1280,
        height: 800,
        wanted: (scene) => scene === 'home' || scene === 'drafted',
      },
    ]

const folder = join(
  root,
  ...(process.argv.includes('--all') ? ['.cache', 'screenshots'] : ['docs']),
)
mkdirSync(folder, { recursive: true })

const browser = await chromium.launch(launchOptions())
try {
  for (const { colorScheme, width, height, wanted } of appearances) {
    const site = await startServerProcess()
    const page = await browser.newPage({
      baseURL: site.url,
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height },
    })
    for (const [scene, reach] of Object.entries(scenes)) {
      await reach(page)
      await page.waitForLoadState('load')
      if (!wanted(scene)) continue
      const name = appearances.length > 1 ? `${scene}-${width}-${colorScheme}.png` : `${scene}.png`
      await page.screenshot({ path: join(folder, name) })
      console.log(join(folder, name))
    }
    await page.close()
    await site.dispose()
  }
} finally {
  await browser.close()
}
