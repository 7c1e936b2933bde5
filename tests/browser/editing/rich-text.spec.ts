import type { Page, Route } from '@playwright/test'
import { atEachWidth, seriousFindings } from '../support/accessibility.ts'
import { bodyText, expectSaved, manager, startEditing, title } from '../support/editor-actions.ts'
import { button, expect, recordRequests, test } from '../support/fixtures.ts'

const formats = (page: Page) => page.getByRole('group', { name: 'Format' })
const text = (page: Page) => bodyText(page).first()

/** Holds back the code that formats texts until it is released. */
const holdCode = async (page: Page) => {
  const held: Route[] = []
  let isReleased = false
  await page.route(/\/rich-text-bundle-.*\.js/, (route) =>
    isReleased ? route.continue() : void held.push(route),
  )
  return {
    isRequested: () => held.length > 0,
    release: async () => {
      isReleased = true
      for (const route of held.splice(0)) await route.continue()
    },
    abort: async () => {
      isReleased = true
      for (const route of held.splice(0)) await route.abort('internetdisconnected')
    },
  }
}

const isCaretAtEnd = (element: HTMLElement) => {
  const selection = document.getSelection()!
  const rest = document.createRange()
  rest.selectNodeContents(element)
  if (!element.contains(selection.focusNode)) return false
  rest.setStart(selection.focusNode!, selection.focusOffset)
  return rest.toString().trim() === ''
}

/** Presses the text and moves the caret to its end. */
const pressEnd = async (page: Page) => {
  await text(page).click()
  // On a busy machine the caret was once still where the text was pressed, after the key.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+End')
    expect(await text(page).evaluate(isCaretAtEnd)).toBe(true)
  }).toPass()
}

/** Enters edit mode and selects all of the text. */
const selectText = async (page: Page) => {
  await startEditing(page)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+A')
}

test('a key acts where the caret is, before the browser has told that it has moved', async ({
  editor: page,
}) => {
  await selectText(page)
  await page.keyboard.type('One')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await text(page).evaluate((element) => {
    document.getSelection()!.collapse(element.querySelector('p')!.firstChild, 1)
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    )
  })
  await expect(text(page).locator('p')).toHaveText(['O', 'ne', 'Two'])
})

test('the code that formats texts is loaded after edit mode has been entered', async ({
  editor: page,
}) => {
  const requests = recordRequests(page, ({ pathname }) => pathname.includes('/rich-text-bundle-'))
  expect(requests).toEqual([])
  await startEditing(page)
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  await text(page).click()
  await expect(formats(page)).toBeVisible()
})

test('what is typed before that code is there is kept in order, with the caret, and is saved', async ({
  editor: page,
  visitor,
}) => {
  const code = await holdCode(page)
  await startEditing(page)
  await pressEnd(page)
  await page.keyboard.type(' One,')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two, ')
  await expect.poll(code.isRequested).toBe(true)
  await expect(formats(page)).toHaveCount(0)
  await expect(page.getByText('Loading the format buttons…')).toBeVisible()
  await code.release()
  await expect(formats(page)).toBeVisible()
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('three')
  await expect(text(page).locator('p').last()).toHaveText('two, three')
  await expect(text(page)).toContainText('One,')
  await button(manager(page), 'Publish').click()
  await expect(button(manager(page), 'Publish')).toHaveCount(0)
  await visitor.goto('/')
  await expect(visitor.getByText('two, three')).toBeVisible()
})

test('a press places the caret where it was pressed, with and without that code', async ({
  editor: page,
}) => {
  const code = await holdCode(page)
  await startEditing(page)
  const pressWord = async () => {
    const box = await text(page)
      .locator('p')
      .first()
      .evaluate((paragraphEl) => {
        const range = document.createRange()
        const walker = document.createTreeWalker(paragraphEl, NodeFilter.SHOW_TEXT)
        range.setStart(walker.nextNode()!, 3)
        const { x, y, height } = range.getBoundingClientRect()
        return { x, y: y + height / 2 }
      })
    await page.mouse.click(box.x, box.y)
    await page.keyboard.type('|')
  }
  const before = (await text(page).locator('p').first().textContent())!
  const expected = `${before.slice(0, 3)}|${before.slice(3)}`
  await pressWord()
  await expect(text(page).locator('p').first()).toHaveText(expected)
  await page.keyboard.press('Backspace')
  await code.release()
  await expect(formats(page)).toBeVisible()
  await title(page).first().click()
  await pressWord()
  await expect(text(page).locator('p').first()).toHaveText(expected)
})

test.describe('offline', () => {
  test.use({ expectedErrors: /Failed to (load resource|fetch)|net::ERR/ })

  test('a text can be typed, and gets its formats once the site is reached again', async ({
    editor: page,
  }) => {
    const code = await holdCode(page)
    await startEditing(page)
    await pressEnd(page)
    await expect.poll(code.isRequested).toBe(true)
    await page.context().setOffline(true)
    await code.abort()
    const alert = page.getByRole('alert').filter({ hasText: 'The format buttons' })
    await expect(alert).toBeVisible()
    await page.keyboard.type(' Offline.')
    await button(alert, 'Try again').click()
    await expect(alert).toBeVisible()
    await text(page).focus()
    await page.context().setOffline(false)
    await expect(formats(page)).toBeVisible()
    await page.keyboard.type('!')
    await expect(text(page)).toContainText(' Offline.!')
  })
})

test('keys lead to the format buttons and back, and format the text', async ({ editor: page }) => {
  await selectText(page)
  await page.keyboard.type('Plain')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Alt+F10')
  await expect(button(formats(page), 'Bold')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(text(page).locator('em')).toHaveText('Plain')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  await expect(manager(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(manager(page).locator(':focus')).toHaveCount(1)
})

test('a link leads to a page that is found by a part of its path', async ({ editor: page }) => {
  await selectText(page)
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('Blog article 2')
  await expect(page.getByRole('option')).toHaveText('Blog Article 2/blog-articles/blog-article-2')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(text(page).locator('a').first()).toHaveAttribute(
    'href',
    '/blog-articles/blog-article-2',
  )
  await expect(text(page)).toBeFocused()
})

test('Markdown makes formats while one types, and the words are counted', async ({
  editor: page,
}) => {
  await selectText(page)
  await page.keyboard.press('Delete')
  for (const line of ['# One', '### Two', '> Three', '', '- Four', '', '1. Five', '', '---']) {
    await page.keyboard.type(line)
    if (line !== '---') await page.keyboard.press('Enter')
  }
  await page.keyboard.type('``` six')
  const tags = () =>
    text(page).evaluate((element) => [...element.children].map(({ localName }) => localName))
  expect(await tags()).toEqual(['h2', 'h3', 'blockquote', 'ul', 'ol', 'hr', 'pre'])
  await expect(page.getByText('6 words', { exact: true })).toBeVisible()
  await expect(text(page)).toHaveAttribute('spellcheck', 'true')
})

test('undo takes back a heading that Markdown has made, and leaves what was typed', async ({
  editor: page,
}) => {
  await startEditing(page)
  await pressEnd(page)
  await expect(formats(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('## ')
  const heading = text(page).locator('h2').last()
  await expect(heading).toHaveText('')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(heading).toHaveCount(0)
  await expect(text(page).locator('p').last()).toHaveText(/^## $/)
  await page.keyboard.type('a')
  await expect(text(page).locator('p').last()).toHaveText('## a')
})

test('a table is typed, published and read', async ({ editor: page, visitor }) => {
  await selectText(page)
  await page.keyboard.press('Delete')
  await button(formats(page), 'Table').click()
  for (const cell of ['Place', 'Day', 'Hour', 'Barn']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await button(manager(page), 'Publish').click()
  await expect(button(manager(page), 'Publish')).toHaveCount(0)
  await visitor.goto('/')
  await expect(visitor.getByRole('columnheader', { name: 'Day' })).toBeVisible()
  await expect(visitor.getByRole('cell', { name: 'Barn' })).toBeVisible()
})

test('formatted text is pasted with its formats, and without them by the key for plain text', async ({
  editor: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => {
    const blob = (content: string, type: string) => new Blob([content], { type })
    return navigator.clipboard.write([
      new ClipboardItem({
        'text/html': blob('<h1>One</h1><ul><li>two</li></ul>', 'text/html'),
        'text/plain': blob('**One**\n1. two', 'text/plain'),
      }),
    ])
  })
  await selectText(page)
  await page.keyboard.press('ControlOrMeta+V')
  await expect(text(page).locator('h2')).toHaveText('One')
  await expect(text(page).locator('li')).toHaveText('two')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('ControlOrMeta+Shift+V')
  await expect(text(page).locator('p')).toHaveText(['**One**', '1. two'])
  await expect(text(page).locator('h2, strong, ol')).toHaveCount(0)
  await title(page).first().click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+Shift+V')
  await expect(title(page).first()).toHaveText('**One** 1. two')
})

for (const width of [1280, 390])
  test.describe(`at a width of ${width}`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('the format buttons are in sight and cover neither the caret nor the panel', async ({
      editor: page,
    }) => {
      await selectText(page)
      for (let line = 1; line <= 30; line += 1) {
        await page.keyboard.insertText(`Line ${line}`)
        await page.keyboard.press('Enter')
      }
      for (const key of ['ControlOrMeta+Home', 'ControlOrMeta+End', 'PageUp']) {
        await page.keyboard.press(key)
        await expect
          .poll(() =>
            page.evaluate(() => {
              const caret = document.getSelection()!.getRangeAt(0).getBoundingClientRect()
              const tools = document
                .querySelector('[data-editor-tools][role="toolbar"]')!
                .getBoundingClientRect()
              const panel = document.querySelector('[data-editor-panel]')!.getBoundingClientRect()
              const bar = document.querySelector('[data-editor-bar]')!.getBoundingClientRect()
              const isClear =
                caret.height === 0 || caret.bottom <= tools.top || caret.top >= tools.bottom
              const isBeside = panel.left > 0
              return {
                isClear,
                isBelowBar: tools.top >= bar.bottom,
                isOffPanel: isBeside ? tools.right <= panel.left : tools.bottom <= panel.top,
              }
            }),
          )
          .toEqual({ isClear: true, isBelowBar: true, isOffPanel: true })
      }
    })
  })

atEachWidth(() => {
  test('a slash in an empty line offers blocks at the caret', async ({ editor: page }) => {
    await startEditing(page)
    await pressEnd(page)
    await expect(formats(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    const blocks = page.getByRole('listbox', { name: 'Blocks' })
    await expect(blocks.getByRole('option')).toHaveCount(10)
    await expect(blocks).toBeInViewport({ ratio: 1 })
    expect(await seriousFindings(page)).toEqual([])

    await page.keyboard.type('list')
    await expect(blocks.getByRole('option')).toHaveText(['•Bullet list', '1.Numbered list'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(blocks).toHaveCount(0)
    await page.keyboard.type('Lanterns')
    await expect(text(page).locator('ol > li').last()).toHaveText('Lanterns')
    await expect(text(page)).toBeFocused()
    await expectSaved(page)
  })
})
