/**
 * `npm run screenshots` takes the README's screenshot and the main states of editing, light and dark, wide and
 * narrow, and writes them to `docs/`. With `-- --all`, it takes every screen and state at four widths instead, and writes them
 * to `.cache/screenshots` for review.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { register } from 'tsx/esm/api'
import { launchOptions, noBrowser, provideBrowser } from './support/browser.mjs'
import { ensureBuilt } from './support/ensure-built.mjs'
import { root } from './support/root.mjs'

register()
const { password, startServerProcess } = await import('../tests/support/server/server-process.ts')
const { editingScenes, isTakenAt } = await import('./support/editing-scenes.mjs')

if (!(await ensureBuilt())) process.exit(1)
if (!(await provideBrowser())) {
  console.error(noBrowser)
  process.exit(1)
}

const named = (within, role, name) => within.getByRole(role, { name, exact: true })

/** The screens in order. Each scene starts where the previous one ends. */
const screens = {
  home: ({ page }) => page.goto('/'),
  about: ({ page }) => page.goto('/about'),
  blog: ({ page }) => page.goto('/blog-articles'),
  nothing: ({ page }) => page.goto('/blog-articles?title=nothing+of+the+sort'),
  article: ({ page }) => page.goto('/blog-articles/blog-article-1'),
  chapter: ({ page }) => page.goto('/topic-1/chapter-one'),
  form: ({ page }) => page.goto('/form'),
  wrong: async ({ page }) => {
    await named(page, 'button', 'Send').click()
    await page.getByRole('alert').waitFor()
  },
  missing: ({ page }) => page.goto('/nowhere'),
  login: ({ page }) => page.goto('/login'),
  refused: async ({ page }) => {
    await page.getByLabel('Username or email').fill('admin')
    await page.getByLabel('Password').fill('not this one')
    await named(page, 'button', 'Sign in').click()
    await page.getByRole('alert').waitFor()
  },
  'signed-in': async ({ page }) => {
    await page.getByLabel('Password').fill(password)
    await named(page, 'button', 'Sign in').click()
    await named(page, 'button', 'Edit').waitFor()
  },
  menu: ({ page }) => named(page, 'button', 'Site menu').click(),
  editing: async ({ page }) => {
    await page.keyboard.press('Escape')
    await named(page, 'button', 'Edit').click()
    await named(page, 'button', 'Done').waitFor()
  },
  selected: async ({ page }) => {
    await named(page, 'textbox', 'Title').first().click()
    await named(page, 'region', 'Resource manager').waitFor()
  },
  drafted: async ({ page }) => {
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' tonight')
    await named(page, 'button', 'Publish').waitFor()
  },
  order: ({ page }) => page.getByRole('tab', { name: 'Order' }).click(),
  adding: ({ page }) => named(page, 'button', 'Add after').click(),
  staged: async ({ page }) => {
    const dialog = named(page, 'dialog', 'Add component')
    await named(dialog, 'option', 'Body Text').click()
    await named(dialog, 'button', 'Insert').click()
    await page.keyboard.type('A paragraph that is not saved yet.')
  },
  discarding: ({ page }) => named(page, 'button', 'Discard').click(),
}

/** Returns each width in light and in dark colors. */
const appearancesAt = (...sizes) =>
  ['light', 'dark'].flatMap((colorScheme) =>
    sizes.map(([width, height]) => ({ colorScheme, viewport: { width, height } })),
  )

/** Waits until the pictures in the window are shown, and nothing on the page has moved for half a second. */
const settle = (page) =>
  page.evaluate(async () => {
    const boxOf = (element) => element.getBoundingClientRect()
    const boxes = () =>
      JSON.stringify(
        [...document.querySelectorAll('[data-area], [data-highlight], [data-editor-tools]')].map(
          boxOf,
        ),
      )
    const inWindow = [...document.images].filter((image) => {
      const { top, bottom } = boxOf(image)
      return bottom > 0 && top < innerHeight
    })
    await Promise.allSettled(inWindow.map((image) => image.decode()))
    for (let last = boxes(), calmFrames = 0; calmFrames < 30; calmFrames += 1) {
      await new Promise(requestAnimationFrame)
      const now = boxes()
      if (now !== last) calmFrames = 0
      last = now
    }
  })

const takePng = (page, path) => page.screenshot({ path: `${path}.png` })

/** Takes a picture as WebP, which is a third as large. */
const takeWebp = async (page, path) => {
  const client = await page.context().newCDPSession(page)
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  await client.detach()
  writeFileSync(`${path}.webp`, Buffer.from(data, 'base64'))
}

const suffixOf = ({ viewport, colorScheme }) => `-${viewport.width}-${colorScheme}`

const review = {
  folder: ['.cache', 'screenshots'],
  scenes: screens,
  appearances: appearancesAt([1280, 800], [390, 800]),
  nameOf: (scene, appearance) => `${scene}${suffixOf(appearance)}`,
  take: takePng,
}
const readme = {
  folder: ['docs'],
  scenes: screens,
  appearances: [{ colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
  nameOf: (scene) => (scene === 'drafted' ? scene : null),
  take: takePng,
}
const editing = {
  folder: ['docs', 'editing'],
  scenes: editingScenes,
  appearances: appearancesAt([1440, 900], [390, 844]),
  nameOf: (scene, appearance) =>
    isTakenAt(scene, appearance.viewport) ? `${scene}${suffixOf(appearance)}` : null,
  take: takeWebp,
}
const editingBetween = {
  ...editing,
  folder: review.folder,
  appearances: appearancesAt([1024, 768], [768, 1024]),
}

const browser = await chromium.launch(launchOptions())

/** Takes the pictures of a set in one appearance, on a site of its own. */
const takeSet = async ({ folder, scenes, nameOf, take }, appearance) => {
  const site = await startServerProcess()
  const context = { baseURL: site.url, reducedMotion: 'reduce', ...appearance }
  const newPage = () => browser.newPage(context)
  const page = await newPage()
  for (const [scene, reach] of Object.entries(scenes)) {
    await reach({ page, newPage })
    await page.waitForLoadState('load')
    const name = nameOf(scene, appearance)
    if (name === null) continue
    await settle(page)
    const path = join(root, ...folder, name)
    await take(page, path)
    console.log(path)
  }
  await page.close()
  await site.dispose()
}

try {
  for (const set of process.argv.includes('--all') ? [review, editingBetween] : [readme, editing]) {
    mkdirSync(join(root, ...set.folder), { recursive: true })
    for (const appearance of set.appearances) await takeSet(set, appearance)
  }
} finally {
  await browser.close()
}
