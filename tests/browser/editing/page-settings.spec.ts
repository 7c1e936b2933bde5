/** The page, the data of a page and the layout themselves: their titles where they stand, and their settings. */
import type { Locator, Page } from '@playwright/test'
import { atEachWidth, seriousFindings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import {
  bodyText,
  expectSaved,
  manager,
  replaceText,
  selectHeading,
  startEditing,
} from '../support/editor-actions.ts'
import { button, expect, open, signIn, test } from '../support/fixtures.ts'

const article = '/blog-articles/blog-article-1'
const chapter = '/topic-1/chapter-one'

const breadcrumb = (page: Page) => manager(page).getByRole('navigation', { name: 'Selection' })
const selectRoot = (page: Page, name: 'Page' | 'Layout') => button(breadcrumb(page), name).click()
const control = (page: Page, name: string) => manager(page).getByLabel(name)
const titleOnPage = (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name: 'Page title' })

/** Types after the title of the article, where it stands, and returns what that was before. */
const typeAfterTitle = async (page: Page, text: string) => {
  await open(page, article)
  await startEditing(page)
  const before = await titleOnPage(page).innerText()
  await titleOnPage(page).click()
  await expect(control(page, 'Page title')).toHaveValue(before)
  await page.keyboard.press('End')
  await page.keyboard.type(text)
  return before
}

test('the title and the description of a page are saved as they are typed, and undone', async ({
  editor: page,
  visitor,
}) => {
  await startEditing(page)
  await selectHeading(page)
  await selectRoot(page, 'Page')
  const before = await control(page, 'Page title').inputValue()
  await control(page, 'Page title').fill('The players, this summer')
  await control(page, 'Description for search engines').fill('Where we play from April on.')
  await expectSaved(page)
  await expect(page).toHaveTitle(/^The players, this summer/)

  await open(visitor, '/')
  await expect(visitor).toHaveTitle(/^The players, this summer/)
  await expect(visitor.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    'Where we play from April on.',
  )
  await button(page, 'Undo').click()
  await button(page, 'Undo').click()
  await expect(control(page, 'Page title')).toHaveValue(before)
  await expectSaved(page)
  await expect(page).toHaveTitle(new RegExp(`^${before}`))
})

test('the styles of a page and of its layout are chosen, seen at once, and undone', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  await selectRoot(page, 'Page')
  await control(page, 'Style').selectOption('Big Text')
  await expect(page.locator('[data-area="page"]')).toHaveClass('big-text')
  await button(page, 'Undo').click()
  await expect(page.locator('[data-area="page"]')).not.toHaveClass('big-text')

  await page.getByRole('navigation', { name: 'Main' }).getByText('Blog').click()
  await button(page, 'Edit the layout').click()
  await button(page.getByRole('dialog'), 'Ok').click()
  await selectRoot(page, 'Layout')
  await expect(manager(page).getByRole('note')).toContainText(/A change here is seen on \d+ pages/)
  await control(page, 'Style').selectOption('Blue Background')
  await expect(page.locator('[data-area="layout"]')).toHaveClass('blue-background')
  await button(page, 'Undo').click()
  await expect(page.locator('[data-area="layout"]')).not.toHaveClass('blue-background')
})

test('the page is selected without anything else, by the keyboard', async ({ editor: page }) => {
  await startEditing(page)
  await button(page, 'Page settings').focus()
  await page.keyboard.press('Enter')
  await expect(manager(page)).toBeFocused()
  await expect(breadcrumb(page)).toHaveText('Page')
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBe(0)
  await page.reload()
  await expect(breadcrumb(page)).toHaveText('Page')
  await manager(page).focus()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Page settings')).toBeVisible()
})

/** Returns how high the heading is, and how far it is from the end of the padding of the page, which depends on the width. */
const boxInMain = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    return { top: top - element.closest('article')!.getBoundingClientRect().top, height }
  })

for (const path of [article, chapter])
  test(`the title of ${path} is typed where it stands, and its address stays`, async ({
    editor: page,
    visitor,
  }) => {
    await open(page, path)
    const before = (await page.getByRole('heading', { level: 1 }).textContent())!
    const box = await boxInMain(page)
    await startEditing(page)
    expect(await boxInMain(page)).toEqual(box)
    await titleOnPage(page).click()
    await expect(titleOnPage(page)).toBeFocused()
    await expect(breadcrumb(page)).toHaveText('Page')
    await expect(manager(page)).toContainText('Visitors see changes at once.')
    await replaceText(page, 'Ask the van first')
    await expectSaved(page)

    await open(visitor, path)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ask the van first')
    await expect(visitor).toHaveTitle(/^Ask the van first/)

    await bodyText(page).first().click()
    await button(page, 'Undo').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(before)
    await button(page, 'Redo').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask the van first')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask the van first')
  })

test('an article keeps the title that visitors see until it gets another', async ({
  editor: page,
  visitor,
}) => {
  await open(page, article)
  const before = (await page.getByRole('heading', { level: 1 }).textContent())!
  await startEditing(page)
  await titleOnPage(page).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await expect(titleOnPage(page)).toHaveAttribute('data-placeholder', 'Give the page a title.')
  await expect(manager(page)).toContainText('Give the page a title.')
  await expectSaved(page)
  await open(visitor, article)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(before)

  await bodyText(page).first().click()
  await expect(titleOnPage(page)).toHaveText(before)
  await expectSaved(page)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(before)
})

test('one undo in a title takes back what was typed, not its last letter', async ({
  editor: page,
}) => {
  const before = await typeAfterTitle(page, 'abc')
  await page.keyboard.press('Control+Z')
  // The first letter may stay: it changes the save status, which ends what Chromium undoes at once.
  await expect(titleOnPage(page)).toHaveText(new RegExp(`^${before}a?$`))
})

test('a field of the panel that is entered right after typing in place has all of it', async ({
  editor: page,
}) => {
  const before = await typeAfterTitle(page, 'abc')
  await control(page, 'Page title').focus()
  await page.keyboard.press('End')
  await page.keyboard.type('def')
  await expect(titleOnPage(page)).toHaveText(`${before}abcdef`)
})

test('a page that was left selected is not selected on the next one', async ({ editor: page }) => {
  await open(page, article)
  await startEditing(page)
  await titleOnPage(page).click()
  await open(page, chapter)
  await expect(button(page, 'Page settings')).toBeVisible()
  await titleOnPage(page).click()
  const widthOf = async (locator: Locator) => Math.round((await boxOf(locator)).width)
  await expect
    .poll(() => widthOf(page.locator('[data-highlight="selection"]')))
    .toBe(await widthOf(titleOnPage(page)))
})

test.describe('two editors', () => {
  test.use({ expectedErrors: /status of 412/ })

  test('of one title decide whose is kept', async ({ editor: page, newUser }) => {
    const other = await newUser()
    await signIn(other)
    for (const each of [page, other]) {
      await open(each, article)
      await startEditing(each)
    }
    await titleOnPage(other).click()
    await replaceText(other, 'Theirs')
    await expectSaved(other)
    await titleOnPage(page).click()
    await replaceText(page, 'Mine')
    const problem = page.getByRole('region', { name: 'Not saved: Page title' })
    await expect(problem).toBeVisible()
    await button(problem, 'Keep mine').click()
    await expectSaved(page)
    await open(other, article)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Mine')
  })
})

atEachWidth(() => {
  test('the settings are accessible', async ({ editor: page }) => {
    await open(page, article)
    await startEditing(page)
    await titleOnPage(page).click()
    await expect(manager(page)).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  })
})
