/** The main states of editing in the order in which the pictures in `docs/` are taken. Each starts where the previous one ends. */
import { password } from '../../tests/support/server/server-process.ts'
import {
  bodyText,
  expectSaved,
  manager,
  replaceText,
  selectHeading,
  startEditing,
  title,
} from '../../tests/browser/support/editor-actions.ts'
import { button, expect, open, signIn } from '../../tests/browser/support/fixtures.ts'

const article = '/blog-articles/blog-article-1'
const unsavedTitle = (page) => page.getByRole('region', { name: /^Not saved: / })
const titlesRequest = '**/_api/component/titles/*'
const words = 'Plays by lantern light, and by the moon'

/** Opens the home page in edit mode as it was stored, without what was unsaved. */
const startAnew = async (page, path = '/') => {
  await open(page, path)
  await startEditing(page)
}

const openMenuItem = async (page, trigger, item) => {
  await page.getByRole('button', { name: trigger }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const preview = async (page, device) => {
  await page.getByRole('button', { name: /^Preview: / }).click()
  await page.getByRole('menuitemradio', { name: device }).click()
}

/** Signs in another editor, Eve, in a browser of her own. */
const openEve = async ({ page, newPage }) => {
  await page.request.post('/_api/users', {
    headers: { 'content-type': 'application/ld+json' },
    data: {
      username: 'eve',
      emailAddress: 'eve@example.org',
      plainPassword: password,
      roles: ['ROLE_ADMIN'],
    },
  })
  const eve = await newPage()
  await open(eve, '/login')
  await eve.getByLabel('Username or email').fill('eve')
  await eve.getByLabel('Password').fill(password)
  await button(eve, 'Sign in').click()
  await startEditing(eve)
  return eve
}

const sendForm = async (page, message) => {
  await open(page, '/form')
  await page.getByLabel('Password', { exact: true }).fill('long enough')
  await page.getByLabel('Repeat password').fill('long enough')
  await page.getByLabel('Subject').selectOption('praise')
  await page.getByLabel('Email address').fill('ada@example.org')
  await page.getByLabel('Message').fill(message)
  await page.getByLabel('No', { exact: true }).check()
  await page.getByLabel('I have read what I wrote').check()
  await button(page, 'Send').click()
  await expect(page.getByText('Thank you, your letter is with us.')).toBeVisible()
}

/** True if there is such a scene in a window of this size: a narrow one is as wide as a device itself, and has no preview. */
export const isTakenAt = (scene, { width }) => scene !== 'device-preview' || width >= 768

let eve

export const editingScenes = {
  'edit-mode': async ({ page }) => {
    await signIn(page)
    await startEditing(page)
  },
  selected: ({ page }) => selectHeading(page),
  'panel-tab': ({ page }) => manager(page).getByRole('tab', { name: 'Order' }).click(),
  'add-dialog': async ({ page }) => {
    await button(manager(page), 'Add after').click()
    await expect(page.getByRole('dialog', { name: 'Add component' })).toBeVisible()
  },
  outline: async ({ page }) => {
    await page.keyboard.press('Escape')
    await button(page, 'Outline').click()
    await expect(page.getByRole('region', { name: 'Outline' })).toBeVisible()
  },
  changes: async ({ page }) => {
    await button(page, 'Close outline').click()
    await selectHeading(page)
    await replaceText(page, words)
    await title(page).first().blur()
    await expectSaved(page)
    await openMenuItem(page, /drafts? on this page/, 'Review changes…')
    await expect(page.getByRole('dialog').locator('ins').first()).toBeVisible()
  },
  history: async ({ page }) => {
    await page.keyboard.press('Escape')
    await button(page, 'History').click()
    await expect(page.getByRole('menu', { name: 'History' })).toBeVisible()
  },
  'several-selected': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await title(page).first().click()
    await bodyText(page)
      .first()
      .click({ modifiers: ['Shift'], position: { x: 20, y: 12 } })
    await expect(manager(page).getByText('2 components selected')).toBeVisible()
  },
  'missing-alt-text': async ({ page }) => {
    await startAnew(page, article)
    await page.getByRole('main').locator('img').first().click()
    const alt = manager(page).getByLabel('Alternative text', { exact: true })
    await alt.fill('')
    await expect(page.locator('[data-missing-alt]')).toBeVisible()
    await expectSaved(page)
  },
  presence: async (people) => {
    const { page } = people
    await startAnew(page)
    eve = await openEve(people)
    await selectHeading(eve)
    await selectHeading(page)
    await expect(manager(page).getByText(/eve (is editing|has selected) this/)).toBeVisible()
  },
  'page-has-changed': async ({ page }) => {
    await eve.keyboard.press('ControlOrMeta+End')
    await eve.keyboard.type(', says Eve')
    await expect(page.getByText('This page has changed')).toBeVisible()
  },
  conflict: async ({ page }) => {
    await replaceText(page, `${words}, says the editor`)
    await expect(page.getByText('Somebody else changed this').first()).toBeVisible()
  },
  resume: async ({ page }) => {
    await button(eve, 'Done').click()
    await eve.close()
    await button(page, 'Keep mine').click()
    await expectSaved(page)
    await startAnew(page)
    await selectHeading(page)
    await page.route(titlesRequest, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await replaceText(page, 'Typed before the battery was empty')
    await expect(unsavedTitle(page)).toBeVisible()
    await page.reload()
    await expect(unsavedTitle(page)).toContainText('The page was closed before this was saved.')
  },
  'device-preview': async ({ page }) => {
    await page.unrouteAll()
    await button(unsavedTitle(page), 'Save').click()
    await expectSaved(page)
    if (isTakenAt('device-preview', page.viewportSize())) await preview(page, 'Phone, 390 px')
  },
  submissions: async ({ page, newPage }) => {
    if (isTakenAt('device-preview', page.viewportSize()))
      await preview(page, 'Desktop, this window')
    const visitor = await newPage()
    await sendForm(visitor, 'Come and play in our barn, please. It has room for sixty.')
    await visitor.close()
    await page.goto('/_cwa/submissions')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  },
  offline: async ({ page }) => {
    await startAnew(page)
    await selectHeading(page)
    await page.context().setOffline(true)
    await replaceText(page, 'Typed on a train')
    await expect(unsavedTitle(page)).toBeVisible()
  },
}
