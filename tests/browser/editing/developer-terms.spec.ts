import type { Locator, Page } from '@playwright/test'
import { insertComponent, manager, selectHeading, startEditing } from '../support/editor-actions.ts'
import { button, expect, open, test } from '../support/fixtures.ts'

/** Matches terms that only developers know: an IRI, the name of a type, or the model's term for a place. */
const developerTerms =
  /\/(?:_|component|page_data|media_objects)\/|\b(?:[A-Z][a-z]+){2,}\b|\bPositions?\b|__new__/

/**
 * Returns everything in the editor's chrome that is read: its text, what it is announced as, and what its controls hold.
 * The details for developers are left out.
 */
const wordsIn = (page: Page) =>
  page.evaluate(() => {
    const isForDevelopers = (node: Node | null) =>
      (node instanceof Element ? node : node?.parentElement)?.closest('details') !== null
    const roots = document.querySelectorAll('[data-editor-chrome], dialog, [role="status"]')
    const words = [...roots].flatMap((root) =>
      [root, ...root.querySelectorAll('*')]
        .filter((element) => !isForDevelopers(element))
        .flatMap((element) => [
          ...[...element.childNodes]
            .filter((node) => node.nodeType === Node.TEXT_NODE)
            .map((node) => node.textContent),
          ...['aria-label', 'title', 'placeholder', 'alt'].map((name) =>
            element.getAttribute(name),
          ),
          element instanceof HTMLInputElement ? element.value : null,
        ]),
    )
    return [...new Set(words.map((word) => word?.trim() ?? '').filter(Boolean))]
  })

const expectEditorsWords = async (page: Page, where: string) =>
  expect
    .soft(
      (await wordsIn(page)).filter((word) => developerTerms.test(word)),
      where,
    )
    .toEqual([])

/** Opens each tab of the panel. */
const walkTabs = async (page: Page, where: string) => {
  const tabs = await manager(page).getByRole('tab').all()
  for (const tab of tabs) {
    await tab.click()
    await expectEditorsWords(page, `${where}, tab ${await tab.innerText()}`)
  }
}

/** Selects a component by a press on its corner, then each of its ancestors, and opens their tabs. */
const walkSelection = async (page: Page, component: Locator, where: string) => {
  await component.click({ position: { x: 1, y: 1 }, force: true })
  const editLayout = button(page, 'Edit the layout')
  if (await editLayout.isVisible()) await editLayout.click()
  const ok = button(page, 'Ok')
  if (await ok.isVisible()) await ok.click()
  await expect(manager(page)).toBeVisible()
  const breadcrumb = page.getByRole('navigation', { name: 'Selection' })
  for (;;) {
    await walkTabs(page, `${where}: ${await breadcrumb.innerText()}`)
    const ancestor = breadcrumb.getByRole('button').last()
    if ((await ancestor.count()) === 0) return
    await ancestor.click()
  }
}

/** Selects the first component of each kind in an area of the page. */
const walkKinds = async (page: Page, area: 'page' | 'layout') => {
  const path = new URL(page.url()).pathname
  const kinds = await page
    .locator(`[data-area="${area}"] [data-iri^="/component/"]`)
    .evaluateAll((elements, wanted) => {
      const iris = elements
        .filter((element) => element.closest('[data-area]')?.getAttribute('data-area') === wanted)
        .map((element) => element.getAttribute('data-iri')!)
      return [...new Map(iris.map((iri) => [iri.split('/')[2]!, iri])).entries()]
    }, area)
  expect(kinds.length, `components of the ${area} at ${path}`).toBeGreaterThan(0)
  for (const [kind, iri] of kinds)
    await walkSelection(page, page.locator(`[data-area] [data-iri="${iri}"]`), `${path} ${kind}`)
  return kinds.map(([kind]) => kind)
}

test('the panel of everything on a page speaks the words of an editor', async ({
  editor: page,
}) => {
  const seen = new Set<string>()
  for (const path of ['/', '/blog-articles', '/form', '/blog-articles/blog-article-1']) {
    await open(page, path)
    await startEditing(page)
    for (const kind of await walkKinds(page, 'page')) seen.add(kind)
  }
  await page.getByRole('link', { name: /Edit the template/ }).click()
  await expect(page).toHaveURL(/_cwa/)
  await expect(page.getByRole('link', { name: /Edit the template/ })).toBeHidden()
  await expectEditorsWords(page, 'the template')

  await open(page, '/')
  await startEditing(page)
  for (const kind of await walkKinds(page, 'layout')) seen.add(kind)
  await page.getByRole('button', { name: /is empty/ }).click()
  await walkTabs(page, 'an empty group')
  expect([...seen].toSorted()).toEqual([
    'collections',
    'forms',
    'html_contents',
    'images',
    'navigation_links',
    'titles',
  ])
})

test('what is added and where it goes are in the words of an editor', async ({ editor: page }) => {
  await startEditing(page)
  await selectHeading(page)
  await button(manager(page), 'Add after').click()
  const dialog = page.getByRole('dialog', { name: 'Add component' })
  const kinds = await dialog.getByRole('option').allInnerTexts()
  expect(kinds).toContain('Title')
  for (const kind of kinds) {
    await dialog.getByRole('option', { name: kind, exact: true }).click()
    await expectEditorsWords(page, `choosing ${kind}`)
  }
  await button(dialog, 'Cancel').click()
  for (const kind of kinds) {
    await insertComponent(page, 'Add after', kind)
    await walkTabs(page, `a new ${kind}`)
    // It is added at once, so there is nothing to discard.
    if (kind === 'Image') continue
    await button(manager(page), 'Discard').click()
    await expectEditorsWords(page, `discarding a new ${kind}`)
    await button(page, 'Ok').click()
    await expect(button(manager(page), 'Add after')).toBeVisible()
  }
})

test('IRIs and types are in the details for developers, which are closed', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  await manager(page).getByRole('tab', { name: 'Info' }).click()
  const iri = manager(page).getByText(/^\/component\/titles\/./)
  await expect(iri).toBeHidden()
  await manager(page).getByText('Details for developers').click()
  await expect(iri).toBeVisible()
})
