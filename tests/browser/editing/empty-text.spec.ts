/** An empty text in a box of the panel, which no kind of the demo site has: all its HTML is typed on the page. */
import { readFileSync } from 'node:fs'
import { boxOf } from '../support/at-rest.ts'
import { expect, test } from '../support/fixtures.ts'

const sheets = [
  'src/editor/rich-text/RichTextEditor.module.css',
  'src/editor/fields/fields.module.css',
]

for (const order of [sheets, sheets.toReversed()]) {
  test(`is as high as with an editor in it, where ${order[0]} comes first`, async ({ page }) => {
    const styles = order.map((path) => readFileSync(path, 'utf8')).join('\n')
    await page.setContent(`<style>${styles}</style><div class="text box" data-empty></div>`)
    const boxEl = page.locator('.box')
    const minHeight = () => boxEl.evaluate((element) => getComputedStyle(element).minBlockSize)
    const empty = await minHeight()
    await boxEl.evaluate((element) => element.append(document.createElement('p')))
    expect(empty).toBe('80px')
    expect(await minHeight()).toBe(empty)
  })
}

test('has the height of a line on the page, where there is no box around it', async ({ page }) => {
  const styles = readFileSync(sheets[0]!, 'utf8')
  await page.setContent(`<style>${styles}</style><div class="text" data-empty></div>`)
  const { height } = await boxOf(page.locator('.text'))
  expect(height).toBeCloseTo(1.65 * 16, 1)
})
