/** The tools at the selection, and the lines between components: by the mouse, the keyboard and touch. */
import type { Locator, Page } from '@playwright/test'
import { atEachWidth, seriousFindings } from '../support/accessibility.ts'
import { atRest, boxOf } from '../support/at-rest.ts'
import {
  bodyText,
  isAbove,
  manager,
  retype,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, open, signIn, test } from '../support/fixtures.ts'

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Tools' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add component' })
const lines = (page: Page) => page.getByRole('button', { name: /^Add something / })
const isDocked = (page: Page) =>
  toolbar(page).evaluate((element) => element.hasAttribute('data-docked'))

/** Returns the texts of the page, and the selected component, that the toolbar is over. */
const covered = (page: Page) =>
  toolbar(page).evaluate((toolbarEl) => {
    const { left, top, right, bottom } = toolbarEl.getBoundingClientRect()
    const isUnder = (box: DOMRect) =>
      box.left < right && box.right > left && box.top < bottom && box.bottom > top
    const walker = document.createTreeWalker(
      document.querySelector('[data-area="layout"]')!,
      NodeFilter.SHOW_TEXT,
    )
    const texts: string[] = []
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      if ([...range.getClientRects()].some(isUnder)) texts.push(walker.currentNode.textContent!)
    }
    const selected = document.querySelector('[data-area] [aria-current="true"]')!
    if (isUnder(selected.getBoundingClientRect())) texts.push('the selected component')
    return texts.filter((text) => text.trim() !== '')
  })

/** True if the toolbar is in the window, and covered by nothing of the editor. */
const isWhole = (page: Page) =>
  toolbar(page).evaluate((toolbarEl) => {
    const { left, top, right, bottom } = toolbarEl.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return [
      [left + 2, y],
      [right - 2, y],
      [x, top + 2],
      [x, bottom - 2],
    ].every(([atX, atY]) => toolbarEl.contains(document.elementFromPoint(atX!, atY!)))
  })

for (const width of [1280, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('the toolbar is seen with each selection, and covers neither it nor any text', async ({
      editor: page,
    }) => {
      await startEditing(page)
      const components = page.locator('[data-area="page"] [data-iri^="/component/"]')
      const count = await components.count()
      expect(count).toBeGreaterThan(3)
      let free = 0
      for (let index = 0; index < count; index += 1) {
        await components.nth(index).click({ position: { x: 4, y: 4 } })
        await expect(components.nth(index)).toHaveAttribute('aria-current', 'true')
        await expect.poll(() => isWhole(page), `${index} is whole`).toBe(true)
        if (await isDocked(page)) continue
        free += 1
        expect(await covered(page), `${index}`).toEqual([])
      }
      // It is at the selection but where the page is full.
      expect(free).toBeGreaterThan(count / 2)
    })
  })
}

for (const width of [1100, 1280, 1440]) {
  test.describe(`${width} px wide beside the outline`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('the tools of a text are all in sight, and can be pressed', async ({ editor: page }) => {
      await startEditing(page)
      await button(page, 'Outline').click()
      await expect(page.getByRole('region', { name: 'Outline' })).toBeVisible()
      await bodyText(page).first().click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await expect.poll(() => isDocked(page)).toBe(true)
      await expect.poll(() => isWhole(page)).toBe(true)
      await button(toolbar(page), 'Bold').click()
      await expect(bodyText(page).first().locator('strong').first()).toBeAttached()
    })
  })
}

test('the tools of a link in the header stand at it', async ({ editor: page }) => {
  await startEditing(page)
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByText(name)
  await link('Blog').click()
  await button(page, 'Edit the layout').click()
  await button(page.getByRole('dialog'), 'Ok').click()
  for (const name of ['About', 'Blog', 'Topics', 'Form Demo']) {
    await link(name).click()
    await expect(page.locator('[data-highlight="selection"]')).toHaveText(/^Link/)
    const distance = async () => {
      const tools = await boxOf(toolbar(page))
      const { x, y, width, height } = await boxOf(link(name))
      const beside = Math.max(tools.x - (x + width), x - (tools.x + tools.width))
      return Math.max(beside, tools.y - (y + height), y - (tools.y + tools.height))
    }
    await expect.poll(distance, name).toBeLessThan(80)
    expect(await covered(page), name).toEqual([])
  }
})

test('the chips of what is selected and hovered cover no text', async ({ editor: page }) => {
  await startEditing(page)
  const chipsOver = () =>
    page.evaluate(() => {
      const texts: string[] = []
      for (const chip of document.querySelectorAll('[data-highlight] > span')) {
        const { left, top, right, bottom } = chip.getBoundingClientRect()
        const walker = document.createTreeWalker(
          document.querySelector('[data-area="layout"]')!,
          NodeFilter.SHOW_TEXT,
        )
        while (walker.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(walker.currentNode)
          const isUnder = [...range.getClientRects()].some(
            (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
          )
          const words = walker.currentNode.textContent!.trim()
          if (isUnder && words !== '') texts.push(`${chip.textContent} over ${words}`)
        }
      }
      return texts
    })
  const components = page.locator('[data-area="page"] [data-iri^="/component/"]')
  const count = await components.count()
  for (let index = 0; index < count; index += 1) {
    await components.nth(index).click({ position: { x: 4, y: 4 } })
    // Beyond the end of the lines, and below the tools, where nothing of the editor is above the component.
    const next = components.nth((index + 1) % count)
    const { height } = await boxOf(next)
    await next.hover({ position: { x: 740, y: Math.min(height - 4, 100) } })
    await expect(page.locator('[data-highlight]')).toHaveCount(2)
    await expect.poll(chipsOver, `${index}`).toEqual([])
  }
})

test('the chip of a component that is narrower than it has its icon in full width', async ({
  editor: page,
}) => {
  await startEditing(page)
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByText(name)
  await link('Blog').click()
  await button(page, 'Edit the layout').click()
  await button(page.getByRole('dialog'), 'Ok').click()
  await link('About').hover()
  const chip = page.locator('[data-highlight="hover"]')
  await expect(chip).toHaveText('Link · Live')
  expect((await boxOf(chip.locator('svg'))).width).toBe(12)
})

test('it follows what is selected, and stays in sight while the page is scrolled', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  const distance = async () => {
    const { y } = await boxOf(toolbar(page))
    return y - (await boxOf(title(page).first())).y
  }
  const before = await distance()
  expect(await isDocked(page)).toBe(false)
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, 40)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(40)
  expect(await distance()).toBe(before)
  await page.mouse.wheel(0, 2_000)
  await expect.poll(() => isDocked(page)).toBe(true)
  expect(await isWhole(page)).toBe(true)
  await page.setViewportSize({ width: 1100, height: 700 })
  await expect.poll(() => isWhole(page)).toBe(true)
  await page.mouse.wheel(0, -4_000)
  await expect.poll(() => isDocked(page)).toBe(false)
  expect(await covered(page)).toEqual([])
})

test('a press on the page selects what it began on, though tools come under the pointer meanwhile', async ({
  editor: page,
}) => {
  await startEditing(page)
  await bodyText(page).first().click()
  const tools = toolbar(page)
  await expect(tools).toBeVisible()
  const { x, y, width, height } = await boxOf(title(page).first())
  const point = { x: x + width / 2, y: y + height / 2 }
  await page.mouse.move(point.x, point.y)
  await page.mouse.down()
  // As the page does whose scrolling has just ended.
  await tools.evaluate((toolsEl, { x: left, y: top }) => {
    toolsEl.style.translate = `${left - 20}px ${top - 10}px`
  }, point)
  await page.mouse.up()
  await expect(
    page.locator('main [aria-current]').getByRole('textbox', { name: 'Title' }),
  ).toBeFocused()
})

test('typing many lines never goes under it', async ({ editor: page }) => {
  await startEditing(page)
  await bodyText(page).first().click()
  for (let line = 0; line < 12; line += 1) {
    await page.keyboard.type('Words enough to fill a line and to begin another one, and more. ')
    await page.keyboard.press('Enter')
    // As it is painted: the toolbar is put in its place in the frame that shows the line.
    await atRest(page)
    if (!(await isDocked(page))) expect(await covered(page), `${line}`).toEqual([])
    expect(await isWhole(page), `${line}`).toBe(true)
  }
})

test('a look chosen with the mouse leaves the caret where one types', async ({ editor: page }) => {
  await startEditing(page)
  await selectHeading(page)
  await page.keyboard.press('End')
  for (const look of ['Quiet', 'Default']) {
    await button(toolbar(page), 'Look').click()
    await page.getByRole('menuitemradio', { name: look }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(title(page).first()).toBeFocused()
    await page.keyboard.type(look)
  }
  await expect(title(page).first()).toHaveText(/QuietDefault$/)
  await button(toolbar(page), 'More').click()
  await page.getByRole('menuitem', { name: 'Add after' }).click()
  await button(dialog(page), 'Cancel').click()
  await page.keyboard.type('!')
  await expect(title(page).first()).toHaveText(/QuietDefault!$/)
})

test('what has the focus among the tools is seen, whatever led there', async ({ editor: page }) => {
  await startEditing(page)
  await bodyText(page).first().click()
  await page.keyboard.press('Alt+F10')
  const focused = () =>
    page.evaluate(() => getComputedStyle(document.activeElement!).outline.replace(/rgb.*?\) /, ''))
  await expect(button(page, 'Bold')).toBeFocused()
  expect(await focused()).toBe('solid 2px')
  const move = button(toolbar(page), 'Move')
  const isMoveFocused = () => move.evaluate((element) => element === document.activeElement)
  for (let tools = 0; tools < 20 && !(await isMoveFocused()); tools += 1)
    await page.keyboard.press('ArrowRight')
  await expect(move).toBeFocused()
  expect(await focused()).toBe('solid 2px')
  await page.keyboard.press('Tab')
  await expect(lines(page).first()).toBeFocused()
  expect(await focused()).toBe('solid 2px')
})

test('with the keyboard alone a component is moved, restyled, added to and deleted', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  await retype(page, 'Moved by keys')
  await page.keyboard.press('Alt+F10')
  await expect(button(toolbar(page), 'Move')).toBeFocused()
  const first = await bodyText(page).first().innerText()
  await page.keyboard.press('ArrowDown')
  await expect(button(toolbar(page), 'Move')).toBeFocused()
  await expect.poll(() => isAbove(page, first.slice(0, 20), 'Moved by keys')).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => isAbove(page, 'Moved by keys', first.slice(0, 20))).toBe(true)

  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await expect(button(toolbar(page), 'Look')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Quiet' }).press('Enter')
  await expect(button(toolbar(page), 'Look')).toBeFocused()
  await expect(manager(page).getByLabel('Look')).toHaveValue('AltTitle')

  await page.keyboard.press('Escape')
  await expect(title(page).first()).toBeFocused()
  await page.keyboard.type('!')
  await expect(title(page).first()).toContainText('!')

  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('Tab')
  await expect(lines(page).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(lines(page).last()).toBeFocused()
  await expect(lines(page).last()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lines(page).last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(title(page).first()).toBeFocused()
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter')
  await button(page, 'Ok').press('Enter')
  await expect(page.getByRole('main').getByText('Moved by keys')).toHaveCount(0)
})

test('the mouse finds a line between two components, and adds right there', async ({
  editor: page,
}) => {
  await startEditing(page)
  // The boxes of the components: that of a text alone depends on its font.
  const boxAround = async (text: Locator) =>
    await boxOf(text.locator('xpath=ancestor::*[starts-with(@data-iri, "/component/")]'))
  const upper = await boxAround(title(page).first())
  const lower = await boxAround(bodyText(page).first())
  const y = (upper.y + upper.height + lower.y) / 2
  await page.mouse.move(300, upper.y + 4)
  await page.mouse.move(300, y)
  const line = lines(page)
  await expect(line).toHaveCount(1)
  await expect(line).toHaveAttribute('title', /^Add something after Title “/)
  const { x, width, y: top, height } = await boxOf(line)
  expect(Math.abs(top + height / 2 - y)).toBeLessThan(3)
  await page.mouse.move(x + width / 2, top + height / 2, { steps: 8 })
  await page.mouse.down()
  await page.mouse.up()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('option', { name: 'Title', exact: true }).click()
  await button(dialog(page), 'Insert').click()
  await page.keyboard.type('Between the two')
  const texts = await page.locator('[data-area="page"] [role="textbox"]').allInnerTexts()
  expect(texts[1]).toBe('Between the two')
})

test('what belongs to a template has neither lines nor tools on its pages', async ({
  editor: page,
}) => {
  await open(page, '/blog-articles/blog-article-1')
  await startEditing(page)
  await bodyText(page).first().click()
  await expect(manager(page)).toBeVisible()
  await expect(lines(page)).toHaveCount(0)
  const { x, y, width, height } = await boxOf(bodyText(page).first())
  for (const at of [y - 6, y + 2, y + height - 2, y + height + 6])
    await page.mouse.move(x + width / 2, at, { steps: 3 })
  await expect(lines(page)).toHaveCount(0)
  await expect(button(toolbar(page), 'More')).toBeVisible()
  await expect(button(toolbar(page), 'Up')).toHaveCount(0)
  for (const container of [toolbar(page), manager(page)]) {
    await expect(button(container, 'Duplicate')).toHaveAttribute('aria-disabled', 'true')
    await expect(button(container, 'Duplicate')).toHaveAccessibleDescription(
      'This place belongs to the template of the page. Edit the template instead.',
    )
  }
})

test('Duplicate stands among the tools, and puts a copy after what is selected', async ({
  editor: page,
}) => {
  await startEditing(page)
  await selectHeading(page)
  const words = await title(page).first().innerText()
  await expect(button(toolbar(page), 'Duplicate')).toHaveAttribute('title', /^Duplicate \(.+\+D\)$/)
  await button(toolbar(page), 'More').click()
  await expect(page.getByRole('menuitem', { name: 'Copy' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const widthOf = async () => (await boxOf(toolbar(page))).width
  const width = await widthOf()
  await button(toolbar(page), 'Duplicate').click()
  await expect(title(page).nth(1)).toHaveText(words)
  await expect(button(toolbar(page), 'Duplicate')).not.toHaveAttribute('aria-disabled')
  expect(await widthOf()).toBe(width)
})

test('touch alone moves a component and adds beside it on a phone', async ({ newUser }) => {
  const page = await newUser({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  await signIn(page)
  await button(page, 'Edit').tap()
  await title(page).first().tap()
  await expect(toolbar(page)).toBeVisible()
  expect(await isWhole(page)).toBe(true)
  const panel = await boxOf(manager(page))
  const tools = await boxOf(toolbar(page))
  expect(tools.y + tools.height).toBeLessThanOrEqual(panel.y + 1)
  for (const each of await toolbar(page).getByRole('button').all()) {
    const box = await boxOf(each)
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
  }

  const heading = await title(page).first().innerText()
  const text = (await bodyText(page).first().innerText()).slice(0, 20)
  await button(toolbar(page), 'Down').tap()
  await expect.poll(() => isAbove(page, text, heading)).toBe(true)
  await button(toolbar(page), 'Up').tap()
  await expect.poll(() => isAbove(page, heading, text)).toBe(true)

  for (const line of await lines(page).all()) {
    const target = await line.evaluate((element) => {
      const { inset } = getComputedStyle(element, '::after')
      return element.clientHeight - 2 * Number.parseFloat(inset)
    })
    expect(target).toBe(44)
  }
  await lines(page).last().tap()
  await expect(dialog(page)).toBeVisible()
  await button(dialog(page), 'Cancel').tap()
  await button(toolbar(page), 'More').tap()
  await page.getByRole('menuitem', { name: 'Add after' }).tap()
  await expect(dialog(page)).toBeVisible()
})

atEachWidth(() => {
  test('tools, menus and lines have no serious finding', async ({ editor: page }) => {
    await startEditing(page)
    await selectHeading(page)
    expect(await seriousFindings(page), 'toolbar').toEqual([])
    await lines(page).last().focus()
    expect(await seriousFindings(page), 'line').toEqual([])
    for (const name of ['Look', 'More']) {
      await button(toolbar(page), name).click()
      await expect(page.getByRole('menu')).toBeVisible()
      expect(await seriousFindings(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
  })
})
