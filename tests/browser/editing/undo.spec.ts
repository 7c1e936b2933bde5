import {
  expectSaved,
  manager,
  order,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, heading, open, test } from '../support/fixtures.ts'

const article = '/blog-articles/blog-article-1'
const words = 'We play to whoever sits down.'

test('the deleted body of an article is restored by undo, for visitors too, and again after redo', async ({
  visitor,
  editor,
}) => {
  const body = editor.getByRole('main').getByText(words)
  const seenByVisitor = visitor.getByRole('main').getByText(words)
  const picture = editor.getByRole('main').getByRole('img')
  await open(editor, article)
  await startEditing(editor)
  await body.click()
  await button(manager(editor), 'Delete').click()
  await button(editor, 'Ok').click()
  await expect(body).toHaveCount(0)
  await open(visitor, article)
  await expect(seenByVisitor).toHaveCount(0)

  const undo = button(editor, 'Undo')
  const redo = button(editor, 'Redo')
  await undo.click()
  await expect(body).toBeVisible()
  await expect(picture).toBeVisible()
  await open(visitor, article)
  await expect(seenByVisitor).toBeVisible()

  await redo.click()
  await expect(body).toHaveCount(0)
  await undo.click()
  await expect(body).toBeVisible()
  await button(editor, 'Done').click()
  await open(editor, article)
  await expect(body).toBeVisible()
  await visitor.reload()
  await expect(seenByVisitor).toBeVisible()
})

test('the deleted picture of an article is restored with its file', async ({ visitor, editor }) => {
  const picture = editor.getByRole('main').getByRole('img')
  const seenByVisitor = visitor.getByRole('main').getByRole('img')
  const contents = async () => {
    const address = await seenByVisitor.evaluate((image: HTMLImageElement) => image.src)
    return (await visitor.request.get(address)).body()
  }
  await open(visitor, article)
  const alt = await seenByVisitor.getAttribute('alt')
  const before = await contents()
  await open(editor, article)
  await startEditing(editor)
  await picture.click()
  await button(manager(editor), 'Delete').click()
  await button(editor, 'Ok').click()
  await expect(picture).toHaveCount(0)

  await button(editor, 'Undo').click()
  await expect(picture).toHaveAttribute('alt', alt!)
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await open(visitor, article)
  expect((await contents()).equals(before)).toBe(true)
  await expect(seenByVisitor).toHaveAttribute('src', /goat/)
})

test.describe('a deletion', () => {
  test.use({ expectedErrors: /40[34] .*\/component\/titles/ })

  test('is undone on the page before the site has answered, and is back if that refuses', async ({
    editor,
  }) => {
    await startEditing(editor)
    await selectHeading(editor)
    const words = await heading(editor).innerText()
    const before = (await order(editor)).length
    const remove = async () => {
      await selectHeading(editor)
      await button(manager(editor), 'Delete').click()
      await button(editor, 'Ok').click()
      await expectSaved(editor)
      await expect.poll(async () => (await order(editor)).length).toBe(before - 1)
    }
    await remove()
    let answer = (_isRefused: boolean) => {}
    const answered = new Promise<boolean>((resolve) => (answer = resolve))
    await editor.route('**/_api/component/titles', async (route) => {
      if (await answered) await route.fulfill({ status: 403, json: {} })
      else await route.continue()
    })
    await button(editor, 'Undo').click()
    await expect(heading(editor)).toHaveText(words)
    expect((await order(editor)).length).toBe(before)
    await expect(title(editor)).toHaveCount(0)
    answer(true)
    await expect(editor.getByText('Nothing was undone')).toBeVisible()
    expect((await order(editor)).length).toBe(before - 1)

    await editor.unroute('**/_api/component/titles')
    await button(editor, 'Undo').click()
    await expect(title(editor).first()).toHaveText(words)
    expect((await order(editor)).length).toBe(before)
  })
})
