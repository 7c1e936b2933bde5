import type { Page } from '@playwright/test'
import { bodyText, manager, retype, startEditing, title } from '../support/editor-actions.ts'
import { button, expect, heading, open, test } from '../support/fixtures.ts'

const article = '/blog-articles/blog-article-1'

/** Adds a heading to the template of the articles, which all of them then show. */
const addToTemplate = async (page: Page, words: string) => {
  const pages = await page.request.get('/_api/_/pages?isTemplate=true&perPage=50')
  const { member } = (await pages.json()) as {
    member: { reference: string; componentGroups: string[] }[]
  }
  const template = member.find(({ reference }) => reference === 'blog-template')!
  const componentPositions = [{ componentGroup: template.componentGroups[0], sortValue: 0 }]
  const created = await page.request.post('/_api/component/titles', {
    headers: { 'content-type': 'application/ld+json' },
    data: { title: words, componentPositions, publishedAt: '2026-01-01T00:00:00Z' },
  })
  expect(created.status()).toBe(201)
}

const note = (page: Page) => manager(page).getByRole('note')
const positionActions = ['Add before', 'Add after', 'Move up', 'Move down']

test('on an article only its own content is edited; the template is offered for the rest', async ({
  editor,
}) => {
  await addToTemplate(editor, 'On every article')
  await open(editor, article)
  await startEditing(editor)
  await editor.getByRole('heading', { name: 'On every article' }).click()
  await expect(note(editor)).toContainText('This belongs to the template of this page.')
  await expect(note(editor).getByRole('link')).toHaveText('Edit the template (used by 3 pages)')
  for (const name of [...positionActions, 'Delete'])
    await expect(button(manager(editor), name)).toHaveCount(0)
  await expect(title(editor)).toHaveCount(0)

  await bodyText(editor).first().click()
  await expect(bodyText(editor).first()).toBeFocused()
  await expect(note(editor)).toHaveCount(0)
  await expect(button(manager(editor), 'Delete')).toBeVisible()
  for (const name of positionActions) await expect(button(manager(editor), name)).toHaveCount(0)

  // The position of the text is one of the template.
  await manager(editor)
    .getByRole('navigation', { name: 'Selection' })
    .getByRole('button', { name: 'Main content' })
    .click()
  await expect(note(editor)).toContainText('This belongs to the template of this page.')
  for (const name of ['Add to start', 'Add to end'])
    await expect(button(manager(editor), name)).toHaveCount(0)
})

test('the template says on how many pages a change is seen, and changes them all', async ({
  editor,
  visitor,
}) => {
  await addToTemplate(editor, 'On every article')
  await open(editor, article)
  await startEditing(editor)
  await editor.getByRole('heading', { name: 'On every article' }).click()
  await note(editor).getByRole('link').click()
  await expect(editor).toHaveURL(/\/_cwa\/%2F_%2Fpages%2F[^/?]+$/)
  await expect(editor.getByRole('main')).toContainText('On every article')
  if (await button(editor, 'Edit').isVisible()) await startEditing(editor)
  await title(editor).first().click()
  await expect(note(editor)).toHaveText(
    'This is part of a template. A change here is seen on 3 pages.',
  )
  await expect(button(manager(editor), 'Add after')).toBeVisible()
  await retype(editor, 'Seen everywhere')
  await button(manager(editor), 'Publish').click()
  await expect(button(manager(editor), 'Publish')).toBeHidden()
  for (const number of [1, 2, 3]) {
    await open(visitor, `/blog-articles/blog-article-${number}`)
    await expect(visitor.getByRole('heading', { name: 'Seen everywhere' })).toBeVisible()
    await expect(heading(visitor)).toHaveText(`Blog Article ${number}`)
  }
})

test('the layout says on how many pages a change is seen; a page of its own says nothing', async ({
  editor,
}) => {
  await startEditing(editor)
  await title(editor).first().click()
  await expect(manager(editor)).toBeVisible()
  await expect(note(editor)).toHaveCount(0)

  await editor.locator('[data-area="layout"] [data-iri^="/component/"]').first().click()
  await button(editor, 'Edit the layout').click()
  await button(editor, 'Ok').click()
  await expect(note(editor)).toHaveText(
    /^This is part of the layout\. A change here is seen on \d+ pages\.$/,
  )
})
