/** Shows administrators the pages, layouts, routes, users and data of the site, and has them added, changed and deleted. */
import type { Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { button, expect, expectHydrated, heading, open, test } from '../support/fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) => main(page).getByRole('listitem')
const row = (page: Page, name: string | RegExp) => rows(page).filter({ hasText: name })
const question = (page: Page) => page.getByRole('alertdialog')
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const summary = (page: Page) => main(page).getByRole('status').first()

const openList = async (page: Page, path: string, title: string) => {
  await page.goto(path)
  await expectHydrated(page)
  await expect(heading(page)).toHaveText(title)
  await expect(summary(page)).not.toHaveText('Loading…')
}

test('a page is added, gets a route and a redirect, is renamed and deleted, all by keyboard', async ({
  editor,
  visitor,
}) => {
  await editor.goto('/_cwa')
  await editor
    .getByRole('main')
    .getByRole('link', { name: /^Pages/ })
    .click()
  await expect(heading(editor)).toHaveText('Pages')
  await main(editor).getByRole('link', { name: 'Add', exact: true }).press('Enter')
  await expect(heading(editor)).toHaveText('Add a page')
  await button(editor, 'Add Now').press('Enter')
  await expect(editor.getByLabel('Name')).toBeFocused()
  await expect(main(editor)).toContainText('Enter a name.')
  await editor.keyboard.type('team')
  await editor.getByLabel('Page title').fill('Our team')
  await editor.getByLabel('Design').selectOption('Primary Page')
  await editor.keyboard.press('Control+s')
  await expect(heading(editor)).toHaveText('team')
  await expect(tab(editor, 'Routes')).toHaveAttribute('aria-selected', 'true')
  await button(editor, 'Use /our-team').press('Enter')
  await expect(main(editor)).toContainText('Visitors find the page at /our-team.')

  await button(editor, 'Change…').press('Enter')
  await expect(editor.getByLabel('Path of the page')).toBeFocused()
  await editor.getByLabel('Path of the page').fill('who we are')
  await expect(main(editor)).toContainText('/who-we-are. /our-team will lead there.')
  await editor.keyboard.press('Enter')
  await expect(main(editor)).toContainText('Visitors find the page at /who-we-are.')
  await expect(row(editor, '/our-team')).toBeVisible()
  await open(visitor, '/our-team')
  await expect(visitor).toHaveURL('/who-we-are')
  await expect(visitor).toHaveTitle(/Our team/)

  await tab(editor, 'Routes').press('ArrowLeft')
  await expect(tab(editor, 'Details')).toBeFocused()
  await editor.getByLabel('Page title').fill('The team')
  await editor.keyboard.press('Enter')
  await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(visitor).toHaveTitle(/The team/)

  await tab(editor, 'Info').click()
  await button(editor, 'Delete…').press('Enter')
  await expect(question(editor)).toContainText('Nothing is found at /who-we-are any more.')
  await expect(question(editor)).toContainText('1 redirect to it is deleted, too.')
  await button(question(editor), 'Delete').press('Enter')
  await expect(heading(editor)).toHaveText('Pages')
  await expect(summary(editor)).toHaveText('8 pages')
  await expect(row(editor, 'team')).toHaveCount(0)
})

test.describe('a list', () => {
  test('is searched, filtered, sorted and cut into pages by the URL, and its state is kept', async ({
    editor,
  }) => {
    await openList(editor, '/_cwa/pages', 'Pages')
    await editor.getByLabel('Type').selectOption('Templates')
    await expect(summary(editor)).toHaveText('2 pages')
    await editor.getByLabel('Sort').selectOption('A to Z')
    await expect(rows(editor)).toHaveText([/^blog-template/, /^nested-topic-template/])
    await editor.getByRole('searchbox', { name: 'Search' }).fill('TOPIC')
    await editor.keyboard.press('Enter')
    await expect(rows(editor)).toHaveText([/^nested-topic-template/])
    await expect(editor).toHaveURL(/\?isTemplate=true&sort=reference&search=TOPIC$/)
    await rows(editor).getByRole('link', { name: 'nested-topic-template' }).first().click()
    await expect(heading(editor)).toHaveText('nested-topic-template')
    await main(editor).getByRole('link', { name: 'Back to the list' }).click()
    await expect(rows(editor)).toHaveText([/^nested-topic-template/])
    await editor.getByRole('searchbox', { name: 'Search' }).pressSequentially(' nowhere')
    await expect(summary(editor)).toHaveText(/Nothing was found/)
  })

  test('of routes leads to the screen of the page, and deletes one that leads nowhere', async ({
    editor,
  }) => {
    const headers = { 'content-type': 'application/ld+json' }
    const redirect = { path: '/lost', name: '/lost', redirect: '/_/routes//about' }
    const post = await editor.request.post('/_api/_/routes', { headers, data: redirect })
    expect(post.ok()).toBe(true)
    await openList(editor, '/_cwa/routes?sort=path', 'Routes')
    await expect(row(editor, '/lost')).toContainText('Leads to /about')
    await row(editor, '/about').first().getByRole('link', { name: '/about' }).first().click()
    await expect(tab(editor, 'Routes')).toHaveAttribute('aria-selected', 'true')
    await button(editor, 'Change…').click()
    await editor.getByLabel('Path of the page').fill('/blog-articles')
    await button(editor, 'Save').click()
    await expect(main(editor)).toContainText('/blog-articles is taken by “Blog”.')
    await button(editor, 'Cancel').click()
    await button(editor, 'Delete /lost').click()
    await button(question(editor), 'Delete').click()
    await expect(main(editor)).toContainText('No other path leads here.')
  })

  test.use({ expectedErrors: /422|net::ERR_FAILED/ })

  test('of data has an article added, filled in and given its route, without another screen', async ({
    editor,
    visitor,
  }) => {
    await openList(editor, '/_cwa/data', 'Data')
    await rows(editor).getByRole('link', { name: 'Blog Articles' }).click()
    await expect(summary(editor)).toHaveText('3 items')
    await main(editor).getByRole('link', { name: 'Add', exact: true }).click()
    await editor.getByLabel('Title').fill('Fourth night')
    await button(editor, 'Add Now').click()
    await expect(heading(editor)).toHaveText('Fourth night')
    await button(editor, 'Use /fourth-night').click()
    await expect(main(editor)).toContainText('Visitors find the page at /fourth-night.')
    await open(visitor, '/fourth-night')
    await expect(visitor).toHaveTitle(/Fourth night/)
    await editor.route('**/_api/page_data/**', (route) => route.abort())
    await editor.goto('/_cwa/data/blogArticleData')
    await expect(main(editor).getByRole('alert')).toContainText('You seem to be offline')
    await editor.unroute('**/_api/page_data/**')
    await button(editor, 'Try again').click()
    await expect(row(editor, 'Fourth night')).toContainText('Has a route')
  })
})

test.describe('of two administrators', () => {
  // The one who still has the screen of a page that is deleted reads it once more.
  test.use({ expectedErrors: /status of 404/ })

  test('each sees at once what the other saves, decides about the same values, and learns of a deletion', async ({
    editor,
    colleague,
  }) => {
    await openList(editor, '/_cwa/pages?search=about', 'Pages')
    const href = await rows(editor).getByRole('link').first().getAttribute('href')
    for (const page of [editor, colleague]) {
      await page.goto(href!)
      await expect(page.getByLabel('Page title')).toHaveValue('About us')
    }
    await colleague.getByLabel('Description for search engines').fill('Who we are')
    await colleague.keyboard.press('Control+s')
    await expect(colleague.getByText('Saved', { exact: true })).toBeVisible()
    await expect(editor.getByLabel('Description for search engines')).toHaveValue('Who we are')
    await expect(main(editor)).toContainText('Somebody else has just changed: Description')

    await editor.getByLabel('Page title').fill('About us all')
    await colleague.getByLabel('Page title').fill('All about us')
    await colleague.keyboard.press('Control+s')
    const conflict = editor.getByRole('group', { name: 'Page title' })
    await expect(conflict.getByRole('definition')).toHaveText(['About us all', 'All about us'])
    await expect(button(conflict, 'Merge by hand')).toBeVisible()
    expect(await findings(editor)).toEqual([])
    await editor.keyboard.press('Control+s')
    await expect(editor.getByRole('alert')).toBeFocused()
    await expect(editor.getByText('Saving…')).toHaveCount(0)
    await button(conflict, 'Merge by hand').press('Enter')
    await expect(editor.getByLabel('Page title')).toBeFocused()
    await expect(editor.getByLabel('Page title')).toHaveValue('All about us all')
    await editor.keyboard.press('Enter')
    await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
    await expect(colleague.getByLabel('Page title')).toHaveValue('All about us all')

    await tab(editor, 'Routes').click()
    await button(editor, 'Change…').click()
    await expect(editor.getByRole('checkbox')).toHaveCount(0)
    const iri = decodeURIComponent(new URL(editor.url()).pathname.split('/').at(-1)!)
    const found = await colleague.request.get('/_api/_/pages?reference=form')
    const { member } = (await found.json()) as { member: { '@id': string }[] }
    const below = await colleague.request.patch(`/_api${member[0]!['@id']}`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      data: { parentPage: iri },
    })
    expect(below.ok()).toBe(true)
    await expect(editor.getByRole('checkbox')).toBeVisible()
    await button(editor, 'Cancel').click()
    await tab(editor, 'Details').click()
    await editor.getByLabel('Page title').fill('My words')
    expect((await colleague.request.delete(`/_api${iri}`)).ok()).toBe(true)
    await expect(editor.getByRole('alert')).toContainText('somebody has deleted it')
    await expect(editor.getByLabel('Page title')).toHaveValue('My words')
  })
})

test.describe('an account', () => {
  // It is asked for once its session has ended.
  test.use({ expectedErrors: /status of 401/ })

  test('is added, made an administrator and disabled', async ({ editor, newUser }) => {
    await openList(editor, '/_cwa/users', 'Users')
    await main(editor).getByRole('link', { name: 'Add', exact: true }).click()
    await editor.getByLabel('Username').fill('eve')
    await editor.getByLabel('Email address').fill('eve@people.test')
    await editor.getByLabel('Role').selectOption('Admin')
    await editor.getByLabel('Password', { exact: true }).selectOption('I enter it here')
    await editor.getByRole('textbox', { name: 'Password', exact: true }).fill('a long secret')
    await editor.getByLabel('Password, again').fill('another one')
    await button(editor, 'Add Now').click()
    await expect(main(editor)).toContainText('The two passwords are not the same.')
    await editor.getByLabel('Password, again').fill('a long secret')
    await button(editor, 'Add Now').click()
    await expect(heading(editor)).toHaveText('eve')

    const eve = await newUser()
    await open(eve, '/login')
    await eve.getByLabel('Username or email').fill('eve')
    await eve.getByLabel('Password').fill('a long secret')
    await button(eve, 'Sign in').click()
    await expect(button(eve, 'Edit')).toBeVisible()
    await eve.goto('/_cwa')
    await expect(main(eve).getByRole('link', { name: /^Pages/ })).toBeVisible()
    await expect(main(eve).getByRole('link', { name: /^Users/ })).toHaveCount(0)

    await button(eve, 'Site menu').click()
    await eve.getByRole('menuitem', { name: 'My account' }).click()
    await expect(heading(eve)).toHaveText('My account')
    await expect(eve.getByLabel('Role')).toHaveCount(0)
    await eve.getByLabel('New email address').fill('new@people.test')
    await button(eve, 'Save').click()
    await expect(eve.getByText('Saved', { exact: true })).toBeVisible()
    const mail = eve.getByRole('region', { name: 'Mail' })
    await expect(mail).toContainText('new@people.test is used once it is confirmed')
    await button(mail, 'Resend email verification').click()
    await expect(mail.getByRole('status')).toHaveText('Sent')
    await tab(eve, 'Info').click()
    await expect(button(eve, 'Delete…')).toHaveCount(0)

    await editor.reload()
    // Leaving asks first, by a link and by Back, and nothing is lost by staying.
    await editor.getByLabel('Email address').fill('eva@people.test')
    const leaving = question(editor).filter({ hasText: 'Leave without saving?' })
    await main(editor).getByRole('link', { name: 'Back to the list' }).click()
    await button(leaving, 'Stay').click()
    await editor.goBack()
    await button(leaving, 'Stay').click()
    await button(editor, 'Site menu').click()
    await editor.getByRole('menuitem', { name: 'Sign out' }).click()
    await button(leaving, 'Stay').click()
    await expect(editor.getByLabel('Email address')).toHaveValue('eva@people.test')
    // Its name is saved at once, and what else is entered is not.
    await button(editor, 'Rename').click()
    await editor.getByLabel('Username').fill('evelyn')
    await editor.keyboard.press('Enter')
    await expect(heading(editor)).toHaveText('evelyn')
    await expect(button(editor, 'Rename')).toBeFocused()
    await button(editor, 'Discard changes').click()
    await button(question(editor), 'Keep editing').click()
    await expect(editor.getByLabel('Email address')).toHaveValue('eva@people.test')
    await button(editor, 'Discard changes').click()
    await button(question(editor), 'Discard').click()
    await expect(editor.getByLabel('Email address')).toHaveValue('eve@people.test')

    await tab(editor, 'Sessions').click()
    await expect(rows(editor)).toHaveText([/^Chrome.*Sign out$/])
    await rows(editor)
      .getByRole('button', { name: /^Sign out Chrome/ })
      .click()
    await expect(main(editor)).toContainText('No browser is signed in to this account.')
    await expect(editor.getByRole('tabpanel')).toBeFocused()
    await eve.goto('/_cwa/pages')
    await expect(eve).toHaveURL(/\/login/)

    await tab(editor, 'Details').click()
    await editor.getByLabel('May sign in').uncheck()
    await button(editor, 'Save & Close').click()
    await expect(row(editor, 'evelyn')).toContainText('Disabled')
  })
})

atEachWidth((width) => {
  test('the admin area is accessible and in sight', async ({ editor }) => {
    const check = async (path: string, title: string) => {
      await editor.goto(path)
      await expect(heading(editor)).toHaveText(title)
      await expect(editor.getByText('Loading…')).toHaveCount(0)
      expect(await findings(editor)).toEqual([])
      expect(await editor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
    }
    await check('/_cwa', 'Admin')
    await check('/_cwa/pages', 'Pages')
    await check('/_cwa/users/add', 'Add a user')
    await editor.goto('/_cwa/routes')
    await rows(editor).getByRole('link', { name: '/about' }).first().click()
    await expect(tab(editor, 'Routes')).toBeVisible()
    await expect(button(editor, 'Change…')).toBeVisible()
    expect(await findings(editor)).toEqual([])
    await tab(editor, 'Info').click()
    await button(editor, 'Delete…').click()
    await expect(question(editor)).toBeVisible()
    expect(await findings(editor, 'dialog[open]')).toEqual([])
  })
})
