/** Undo and redo by keys in the texts of the page: one line of states, whichever text has the focus. */
import type { Locator, Page } from '@playwright/test'
import {
  bodyText,
  expectSaved,
  saveStatus,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import { button, expect, expectHydrated, open, test } from '../support/fixtures.ts'

const undo = (page: Page) => page.keyboard.press('ControlOrMeta+Z')
const redo = (page: Page) => page.keyboard.press('ControlOrMeta+Shift+Z')
const text = (page: Page) => bodyText(page).nth(1)
const heading = (page: Page) => title(page).first()

/** Returns where the caret is in an element, as the number of letters before it, or null outside of it. */
const caretIn = (element: HTMLElement) => {
  const { focusNode, focusOffset } = document.getSelection()!
  if (!element.contains(focusNode)) return null
  const before = document.createRange()
  before.selectNodeContents(element)
  before.setEnd(focusNode!, focusOffset)
  return before.toString().length
}

const wordsOf = async (locator: Locator) => (await locator.textContent())!
const lengthOf = async (locator: Locator) => (await wordsOf(locator)).length

/** Types at the end of a text, and waits until it is saved. Entering it from another one begins a new step. */
const typeAtEnd = async (page: Page, locator: Locator, words: string) => {
  await locator.click()
  // On a busy machine the caret was once still where the text was pressed, after the key.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+End')
    expect(await locator.evaluate(caretIn)).toBe(await lengthOf(locator))
  }).toPass()
  await page.keyboard.type(words)
  await expect(locator).toContainText(words.trim())
  await expectSaved(page)
}

const openAbout = async (page: Page) => {
  await open(page, '/about')
  await startEditing(page)
  // The code that formats texts is there before the first is typed into.
  await text(page).click()
  await expect(page.getByRole('group', { name: 'Format' })).toBeVisible()
}

/** Presses the keys of undo until the last of these states is there, and then those of redo, and expects each state. */
const expectLine = async (page: Page, states: readonly (readonly [Locator, string])[]) => {
  const expectState = async (at: number) => {
    const [locator, words] = states[at]!
    await expect(locator).toHaveText(words)
  }
  for (let at = 1; at < states.length; at++) {
    await undo(page)
    await expectState(at)
  }
  for (let at = states.length - 2; at >= 0; at--) {
    await redo(page)
    await expectState(at)
  }
}

test.describe('in a text', () => {
  test('what was typed in two visits is undone and redone in order', async ({ editor: page }) => {
    await openAbout(page)
    const before = await wordsOf(text(page))
    await typeAtEnd(page, text(page), ' CCC')
    await heading(page).click()
    await typeAtEnd(page, text(page), ' DDD')

    await expectLine(page, [
      [text(page), `${before} CCC DDD`],
      [text(page), `${before} CCC`],
      [text(page), before],
    ])
    await expect(text(page)).toBeFocused()
    await expect(button(page, 'Redo')).toHaveAttribute('aria-disabled', 'true')
    await page.reload()
    await expectHydrated(page)
    await expect(text(page)).toHaveText(`${before} CCC DDD`)
  })

  test('no press is without effect, and none goes forward', async ({ editor: page }) => {
    await openAbout(page)
    const before = await wordsOf(text(page))
    const states = [before]
    for (const word of [' one', ' two', ' three']) {
      await heading(page).click()
      await typeAtEnd(page, text(page), word)
      states.unshift(states[0]! + word)
    }
    await expectLine(
      page,
      states.map((words) => [text(page), words] as const),
    )
    await undo(page)
    await expect(text(page)).toHaveText(states[1]!)
    await redo(page)
    await expect(text(page)).toHaveText(states[0]!)
    await undo(page)
    await expect(text(page)).toHaveText(states[1]!)
  })

  test('the format that Markdown makes is undone by itself, and then what was typed for it', async ({
    editor: page,
  }) => {
    await openAbout(page)
    const before = await text(page).innerHTML()
    const headings = await text(page).locator('h4').count()
    await text(page).click()
    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+Home')
      expect(await text(page).evaluate(caretIn)).toBe(0)
    }).toPass()
    await page.keyboard.type('#### On')
    const first = text(page).locator(':scope > *').first()
    await expect(first).toHaveText(/^On/)
    await expectSaved(page)
    await undo(page)
    await expect(first).not.toHaveText(/^On/)
    await expect(text(page).locator('h4')).toHaveCount(headings + 1)
    await undo(page)
    await expect(first).toHaveText(/^#### /)
    await expect(text(page).locator('h4')).toHaveCount(headings)
    await undo(page)
    await expect(text(page)).not.toContainText('####')
    expect(await text(page).innerHTML()).toBe(before)
    for (let count = 0; count < 3; count++) await redo(page)
    await expect(first).toHaveText(/^On/)
    await expect(text(page).locator('h4')).toHaveCount(headings + 1)
  })
})

test.describe('in a title', () => {
  test('what was typed in two visits is undone and redone in order', async ({ editor: page }) => {
    await openAbout(page)
    const before = await wordsOf(heading(page))
    await typeAtEnd(page, heading(page), ' GGG')
    await text(page).click()
    await typeAtEnd(page, heading(page), ' HHH')

    await expectLine(page, [
      [heading(page), `${before} GGG HHH`],
      [heading(page), `${before} GGG`],
      [heading(page), before],
    ])
    await expect(heading(page)).toBeFocused()
    for (let count = 0; count < 3; count++) await undo(page)
    await expect(page.getByText('There is nothing to undo').first()).toBeVisible()
    await expect(heading(page)).toHaveText(before)
    for (let count = 0; count < 2; count++) await redo(page)
    await expect(heading(page)).toHaveText(`${before} GGG HHH`)
    await page.reload()
    await expectHydrated(page)
    await expect(heading(page)).toHaveText(`${before} GGG HHH`)
  })

  test('undo goes on with what was typed in another text before', async ({ editor: page }) => {
    await openAbout(page)
    const words = await wordsOf(text(page))
    const name = await wordsOf(heading(page))
    await typeAtEnd(page, text(page), ' BODY')
    await typeAtEnd(page, heading(page), ' HEAD')

    await expectLine(page, [
      [heading(page), `${name} HEAD`],
      [heading(page), name],
      [text(page), words],
    ])
    await expect(text(page)).toHaveText(`${words} BODY`)
  })

  test('as many quick presses as there are steps take all of them back, and one more says so', async ({
    editor: page,
  }) => {
    await openAbout(page)
    const before = await wordsOf(heading(page))
    for (const word of [' 1', ' 2', ' 3', ' 4', ' 5']) {
      await text(page).click()
      await typeAtEnd(page, heading(page), word)
    }
    for (let count = 0; count < 5; count++) await undo(page)
    await expect(heading(page)).toHaveText(before)
    await expect(button(page, 'Undo')).toHaveAttribute('aria-disabled', 'true')
    await undo(page)
    await expect(page.getByText('There is nothing to undo').first()).toBeVisible()
    for (let count = 0; count < 5; count++) await redo(page)
    await expect(heading(page)).toHaveText(`${before} 1 2 3 4 5`)
  })

  test('the caret is where the words were that are undone, and redone', async ({
    editor: page,
  }) => {
    await openAbout(page)
    const before = await wordsOf(heading(page))
    await heading(page).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('zzz')
    await expectSaved(page)
    const after = before[0] + 'zzz' + before.slice(1)
    await expect(heading(page)).toHaveText(after)
    await undo(page)
    await expect(heading(page)).toHaveText(before)
    expect(await heading(page).evaluate(caretIn)).toBe(1)
    await redo(page)
    await expect(heading(page)).toHaveText(after)
    expect(await heading(page).evaluate(caretIn)).toBe(4)
  })
})

test('the caret goes to the words of a text that are undone, and redone', async ({
  editor: page,
}) => {
  await openAbout(page)
  await typeAtEnd(page, text(page), ' CCC')
  const length = await lengthOf(text(page))
  await page.keyboard.press('ControlOrMeta+Home')
  await expect.poll(() => text(page).evaluate(caretIn)).toBe(0)
  await undo(page)
  await expect(text(page)).not.toContainText('CCC')
  expect(await text(page).evaluate(caretIn)).toBe(length - 4)
  await redo(page)
  await expect(text(page)).toContainText('CCC')
  expect(await text(page).evaluate(caretIn)).toBe(length)
})

test('the browser’s own undo of a text is that of the page, too', async ({ editor: page }) => {
  await openAbout(page)
  const before = await wordsOf(heading(page))
  await typeAtEnd(page, heading(page), ' GGG')
  // Entered once more, so that a new step begins.
  await text(page).click()
  await typeAtEnd(page, heading(page), '')
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Undo', commands: ['undo'] })
  await expect(heading(page)).toHaveText(before)
  await expect(button(page, 'Redo')).not.toHaveAttribute('aria-disabled', 'true')
})

test('texts are undone and redone after a reload', async ({ editor: page }) => {
  await openAbout(page)
  const name = await wordsOf(heading(page))
  const words = await wordsOf(text(page))
  await typeAtEnd(page, text(page), ' BODY')
  await typeAtEnd(page, heading(page), ' HEAD')
  await page.reload()
  await expectHydrated(page)
  await expect(button(page, 'Done')).toBeVisible()
  await heading(page).click()
  await expectLine(page, [
    [heading(page), `${name} HEAD`],
    [heading(page), name],
    [text(page), words],
  ])
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /net::ERR_/ })

  for (const [name, find] of [
    ['title', heading],
    ['text', text],
  ] as const)
    test(`words of a ${name} that are not saved are taken back, and are there again once it is back`, async ({
      editor: page,
    }) => {
      await openAbout(page)
      const before = await wordsOf(find(page))
      await typeAtEnd(page, find(page), ' saved')
      await page.context().setOffline(true)
      await page.keyboard.type(' unsaved')
      await expect(saveStatus(page)).toHaveText('Not saved')
      await undo(page)
      await expect(find(page)).toHaveText(`${before} saved`)
      await expect(find(page)).toBeFocused()
      await expectSaved(page)
      await redo(page)
      await expect(page.getByText('Waiting for the network').first()).toBeVisible()
      await page.context().setOffline(false)
      await expect(find(page)).toHaveText(`${before} saved unsaved`)
      await expectSaved(page)
      await undo(page)
      await expect(find(page)).toHaveText(`${before} saved`)
      await undo(page)
      await expect(find(page)).toHaveText(before)
    })
})

test('undo keys do not disturb a composition', async ({ editor: page }) => {
  await openAbout(page)
  const before = await wordsOf(heading(page))
  await typeAtEnd(page, heading(page), ' GGG')
  // Entered once more, so that a new step begins.
  await text(page).click()
  await typeAtEnd(page, heading(page), '')
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await expect(heading(page)).toHaveText(`${before} GGGに`)
  await heading(page).evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'z',
        ctrlKey: true,
        isComposing: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  )
  await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await client.send('Input.insertText', { text: '日本' })
  await expect(heading(page)).toHaveText(`${before} GGG日本`)
  await expectSaved(page)
  await undo(page)
  await expect(heading(page)).toHaveText(`${before} GGG`)
})
