import type { Locator, Page } from '@playwright/test'
import { atEachWidth, findings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import {
  bodyText,
  expectSaved,
  insertComponent,
  manager,
  retype,
  selectHeading,
  startEditing,
  title,
} from '../support/editor-actions.ts'
import {
  button,
  expect,
  heading,
  open,
  recordRequests,
  signOut,
  test,
} from '../support/fixtures.ts'

/** The offer beside a link that was pressed. */
const offer = (page: Page) => page.getByRole('dialog', { name: /^Link to / })
const openPage = (page: Page) => button(offer(page), 'Open page')
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).locator('a', { hasText: name })
/** A link in a text, and that text. */
const textLink = (page: Page) => page.getByRole('main').locator('a[href="/about"]')
const linkedText = (page: Page) => bodyText(page).filter({ has: page.locator('a[href="/about"]') })

/** Expects that neither of two elements covers the other. */
const expectApart = async (one: Locator, other: Locator) => {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x
  expect(isBeside || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true)
}

test.describe('a link that is clicked while editing', () => {
  test('in a text selects it and offers to open the page, which is edited, too', async ({
    editor,
  }) => {
    await startEditing(editor)
    await textLink(editor).click()
    await expect(manager(editor)).toBeVisible()
    await expect(linkedText(editor)).toBeFocused()
    await expect(offer(editor)).toContainText('/about')
    await expect(editor).toHaveURL('/')
    await expectApart(offer(editor), textLink(editor))
    await openPage(editor).click()
    await expect(editor).toHaveURL('/about')
    await expect(title(editor).first()).toBeVisible()
    await expect(button(editor, 'Done')).toBeVisible()
    await expect(offer(editor)).toHaveCount(0)
    await expect(manager(editor)).toHaveCount(0)

    await editor.goBack()
    await expect(editor).toHaveURL('/')
    await expect(textLink(editor)).toBeVisible()
    await expect(button(editor, 'Done')).toBeVisible()
  })

  test('in the layout offers the same without a question, and to edit the layout', async ({
    editor,
  }) => {
    await startEditing(editor)
    await menuLink(editor, 'About').click()
    await expectApart(offer(editor), menuLink(editor, 'About'))
    await expect(editor.locator('dialog[open]')).toHaveCount(0)
    await button(offer(editor), 'Edit the layout').click()
    await button(editor, 'Ok').click()
    await expect(manager(editor)).toBeVisible()
    await expect(offer(editor)).toHaveCount(0)

    // Now the layout is what is edited, so a press selects there.
    await menuLink(editor, 'Blog').click()
    await expect(button(offer(editor), 'Edit the layout')).toHaveCount(0)
    await openPage(editor).click()
    await expect(editor).toHaveURL('/blog-articles')
    await expect(button(editor, 'Done')).toBeVisible()

    // Part of the layout, but of no resource.
    await editor.getByRole('banner').getByRole('link').first().click()
    await expect(offer(editor)).toContainText('Home page')
    await openPage(editor).click()
    await expect(editor).toHaveURL('/')
  })

  test('with Ctrl or the middle button opens a tab', async ({ editor }) => {
    await startEditing(editor)
    const opensTab = async (click: () => Promise<void>) => {
      const [tab] = await Promise.all([editor.context().waitForEvent('page'), click()])
      await expect(tab).toHaveURL('/about')
      await tab.close()
      await expect(offer(editor)).toHaveCount(0)
      await expect(editor).toHaveURL('/')
    }
    await opensTab(() => menuLink(editor, 'About').click({ modifiers: ['ControlOrMeta'] }))
    await opensTab(() => menuLink(editor, 'About').click({ button: 'middle' }))
    await opensTab(() => textLink(editor).click({ modifiers: ['ControlOrMeta'] }))

    await linkedText(editor).click()
    await expect(linkedText(editor)).toHaveAttribute('contenteditable', 'true')
    const words = await linkedText(editor).innerText()
    await opensTab(() => textLink(editor).click({ modifiers: ['ControlOrMeta'] }))
    await opensTab(() => textLink(editor).click({ button: 'middle' }))
    await expect(linkedText(editor)).toHaveText(words, { useInnerText: true })
    await expect(editor.locator('.ProseMirror-selectednode')).toHaveCount(0)
  })

  test('to somewhere else is offered in a new tab', async ({ editor }) => {
    await startEditing(editor)
    await textLink(editor).evaluate((link: HTMLAnchorElement) => {
      link.href = 'https://example.org/a%20b'
      link.click()
    })
    await expect(offer(editor)).toHaveAccessibleName('Link to example.org/a b')
    await editor.context().route('https://example.org/**', (route) => route.fulfill({ body: '' }))
    const [tab] = await Promise.all([
      editor.context().waitForEvent('page'),
      button(offer(editor), 'Open in a new tab').click(),
    ])
    await expect(tab).toHaveURL('https://example.org/a%20b')
    expect(await tab.evaluate(() => window.opener as unknown)).toBeNull()
    await expect(offer(editor)).toHaveCount(0)
  })

  test('opens its page by touch', async ({ newUser, editor }) => {
    const page = await newUser({ hasTouch: true, viewport: { width: 390, height: 800 } })
    await page.context().addCookies(await editor.context().cookies())
    await open(page, '/')
    await startEditing(page)
    await textLink(page).tap()
    await expectApart(offer(page), textLink(page))
    await openPage(page).tap()
    await expect(page).toHaveURL('/about')
    await expect(button(page, 'Done')).toBeVisible()
  })
})

test.describe('by the keyboard', () => {
  test('Enter on a link moves the focus to the offer, and Escape back', async ({ editor }) => {
    await startEditing(editor)
    const about = menuLink(editor, 'About')
    await about.focus()
    await editor.keyboard.press('Enter')
    await expect(openPage(editor)).toBeFocused()
    await editor.keyboard.press('Escape')
    await expect(offer(editor)).toHaveCount(0)
    await expect(about).toBeFocused()

    await editor.keyboard.press('Enter')
    await editor.keyboard.press('Enter')
    await expect(editor).toHaveURL('/about')
    await expect(button(editor, 'Done')).toBeVisible()
  })

  test('Tab leads from the link through the offer to what follows the link', async ({ editor }) => {
    await startEditing(editor)
    const about = menuLink(editor, 'About')
    const focused = () => editor.evaluate(() => document.activeElement?.outerHTML)
    await about.focus()
    await editor.keyboard.press('Tab')
    const following = await focused()

    await about.click()
    await expect(offer(editor)).toBeVisible()
    await editor.keyboard.press('Tab')
    await expect(openPage(editor)).toBeFocused()
    await editor.keyboard.press('Shift+Tab')
    await expect(about).toBeFocused()
    await editor.keyboard.press('Tab')
    await editor.keyboard.press('Tab')
    await expect(button(offer(editor), 'Edit the layout')).toBeFocused()
    await editor.keyboard.press('Tab')
    await expect(offer(editor)).toHaveCount(0)
    expect(await focused()).toBe(following)
  })

  test('Alt and Enter in a link of a text lead to the offer, and Escape back to the caret', async ({
    editor,
  }) => {
    await startEditing(editor)
    await textLink(editor).click()
    await expect(offer(editor)).toBeVisible()
    await editor.keyboard.press('ArrowRight')
    await expect(offer(editor)).toHaveCount(0)
    await editor.keyboard.press('Alt+Enter')
    await expect(openPage(editor)).toBeFocused()
    await editor.keyboard.press('Escape')
    await expect(linkedText(editor)).toBeFocused()
    await editor.keyboard.type('XX')
    await expect(textLink(editor)).toContainText('XX')
    await editor.keyboard.press('Alt+Enter')
    await editor.keyboard.press('Enter')
    await expect(editor).toHaveURL('/about')
  })
})

test.describe('the offer', () => {
  test('closes with a press elsewhere, typing, and when the link is out of sight', async ({
    editor,
  }) => {
    await startEditing(editor)
    // The page is higher than that.
    await editor.setViewportSize({ width: 1280, height: 500 })
    const show = async () => {
      await textLink(editor).click()
      await expect(offer(editor)).toBeVisible()
    }
    const expectClosed = () => expect(offer(editor)).toHaveCount(0)
    await show()
    await title(editor).first().click()
    await expectClosed()
    await show()
    await editor.keyboard.type('a')
    await expectClosed()
    await show()
    await editor.mouse.wheel(0, -3_000)
    await expectClosed()
    await show()
    await button(editor, 'Done').click()
    await expectClosed()
  })

  test('of a link in the menu stays apart from the tools of the layout', async ({ editor }) => {
    await startEditing(editor)
    await menuLink(editor, 'About').click()
    await offer(editor).getByRole('button', { name: 'Edit the layout' }).click()
    await button(editor, 'Ok').click()
    await menuLink(editor, 'About').click()
    const tools = editor.getByRole('toolbar', { name: 'Tools' })
    await expect(tools).toBeVisible()
    await expectApart(offer(editor), tools)
    await expectApart(offer(editor), menuLink(editor, 'About'))
  })

  atEachWidth((width) => {
    test('has no finding, and covers neither its link, the tools nor the window’s edge', async ({
      editor,
    }) => {
      await startEditing(editor)
      for (const link of [menuLink(editor, 'About'), textLink(editor)]) {
        await link.click()
        await expect(offer(editor)).toBeVisible()
        expect(await findings(editor)).toEqual([])
        await expectApart(offer(editor), link)
        const tools = editor.getByRole('toolbar', { name: 'Tools' })
        if (await tools.isVisible()) await expectApart(offer(editor), tools)
        const box = await boxOf(offer(editor))
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
      }
    })
  })
})

test.describe('opening a page', () => {
  test('saves what was typed first, and asks nothing', async ({ editor }) => {
    await startEditing(editor)
    const saved = recordRequests(editor, ({ pathname }) =>
      pathname.startsWith('/_api/component/html_contents'),
    )
    await textLink(editor).click()
    await editor.keyboard.press('ControlOrMeta+End')
    // At once: typed key by key on a slow machine, it would be saved in parts.
    await editor.keyboard.insertText(' Typed before leaving')
    await editor.keyboard.press('ControlOrMeta+Home')
    await textLink(editor).click()
    await openPage(editor).click()
    await expect(editor).toHaveURL('/about')
    expect(saved.filter((request) => request.startsWith('PATCH'))).toHaveLength(1)
    await editor.goBack()
    await expect(linkedText(editor)).toContainText('Typed before leaving')
    await editor.reload()
    await expect(linkedText(editor)).toContainText('Typed before leaving')
  })

  test('asks once while a new component is not added yet', async ({ editor }) => {
    await startEditing(editor)
    await selectHeading(editor)
    await insertComponent(editor, 'Add after', 'Title')
    await editor.keyboard.type('Never said')
    const question = editor.getByRole('dialog', { name: 'Discard new resource?' })
    await menuLink(editor, 'About').click()
    await openPage(editor).click()
    await expect(question).toBeVisible()
    // The key belongs to the dialog, and not to the offer below it.
    await editor.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await openPage(editor).click()
    await button(question, 'Cancel').click()
    await expect(question).toBeHidden()
    await expect(editor.getByText('Never said')).toBeVisible()
    await expect(editor).toHaveURL('/')
    await menuLink(editor, 'About').click()
    await openPage(editor).click()
    await button(question, 'Ok').click()
    await expect(editor).toHaveURL('/about')
    await expect(editor.locator('dialog[open]')).toHaveCount(0)
    await expect(button(editor, 'Done')).toBeVisible()
  })

  test.describe('with an edit that cannot be saved', () => {
    test.use({ expectedErrors: /500|Failed to load resource/ })

    test('stays, says so as Done does, and opens it once it is saved', async ({ editor }) => {
      await startEditing(editor)
      await selectHeading(editor)
      // The edit is refused only after "Open page" is pressed, since the alert would cover the link.
      let refuse = () => {}
      const refusal = new Promise<void>((resolve) => (refuse = resolve))
      await editor.route('**/_api/component/titles/**', async (route) => {
        if (route.request().method() !== 'PATCH') return route.fallback()
        await refusal
        return route.fulfill({ status: 500, json: {} })
      })
      await retype(editor, 'Cannot be saved')
      await menuLink(editor, 'About').click()
      await openPage(editor).click()
      refuse()
      await expect(editor.getByRole('alert')).toBeVisible()
      await expect(openPage(editor)).toBeEnabled()
      await expect(editor).toHaveURL('/')
      await expect(title(editor).first()).toHaveText('Cannot be saved')

      await editor.unroute('**/_api/component/titles/**')
      await openPage(editor).click()
      await expect(editor).toHaveURL('/about')
      await editor.goBack()
      await expect(title(editor).first()).toHaveText('Cannot be saved')
    })
  })

  test.describe('that does not exist', () => {
    test.use({ expectedErrors: /404/ })

    test('leaves ways out that work, and edit mode is kept', async ({ editor }) => {
      await startEditing(editor)
      await textLink(editor).evaluate((link: HTMLAnchorElement) => {
        link.href = '/nowhere'
        link.click()
      })
      await openPage(editor).click()
      await expect(editor).toHaveURL('/nowhere')
      await expect(heading(editor)).toBeVisible()
      await button(editor, 'Go back home').click()
      await expect(editor).toHaveURL('/')
      await expect(button(editor, 'Done')).toBeVisible()

      await editor.goBack()
      await editor.getByRole('link', { name: 'Go to admin' }).click()
      await expect(editor).toHaveURL('/_cwa/layouts')
      await editor.getByRole('link', { name: 'Back to the site' }).click()
      await expect(editor).toHaveURL('/')
      await expect(button(editor, 'Done')).toBeVisible()
    })
  })
})

/** The DOM types of TypeScript do not have it yet. */
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: { previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

test.describe('edit mode', () => {
  test('is kept over a reload, at an address that is typed, and with Back and Forward', async ({
    editor,
  }) => {
    await startEditing(editor)
    await editor.reload()
    await expect(title(editor).first()).toBeVisible()
    await expect(button(editor, 'Done')).toBeVisible()

    const home = await title(editor).first().innerText()
    await editor.goto('/form')
    await expect(title(editor).first()).toBeVisible()
    await expect(title(editor).first()).not.toHaveText(home)
    await editor.goBack()
    await expect(title(editor).first()).toHaveText(home)
    await expect(button(editor, 'Done')).toBeVisible()
    await editor.goForward()
    await expect(title(editor).first()).not.toHaveText(home)
    await expect(button(editor, 'Done')).toBeVisible()
  })

  test('is kept where nothing can be edited, until a page can be again', async ({ editor }) => {
    await startEditing(editor)
    await editor.goto('/_cwa/layouts')
    await expect(button(editor, 'Done')).toBeVisible()
    await open(editor, '/about')
    await expect(title(editor).first()).toBeVisible()
    await button(editor, 'Done').click()
    await open(editor, '/_cwa/layouts')
    await expect(editor.getByRole('region', { name: 'Editor' })).toBeVisible()
    await expect(button(editor, 'Done')).toHaveCount(0)
  })

  test('has ended after Done, also over a reload', async ({ editor }) => {
    await startEditing(editor)
    await button(editor, 'Done').click()
    await expect(button(editor, 'Edit')).toBeVisible()
    await editor.reload()
    await expect(button(editor, 'Edit')).toBeVisible()
    await expect(title(editor)).toHaveCount(0)
  })

  test('ends with the session', async ({ editor }) => {
    await startEditing(editor)
    await signOut(editor)
    await expect(editor.getByRole('region', { name: 'Editor' })).toHaveCount(0)
    // The id of the tab says nothing of the work in it.
    expect(await editor.evaluate(() => Object.keys({ ...sessionStorage }))).toEqual(['tab'])
  })

  test('belongs to one tab', async ({ editor }) => {
    await startEditing(editor)
    const tab = await editor.context().newPage()
    await open(tab, '/')
    await expect(button(tab, 'Edit')).toBeVisible()
  })

  for (const [width, panelWidth] of [
    [1280, 320],
    [390, 0],
  ] as const)
    test.describe(`${width} px wide`, () => {
      test.use({ viewport: { width, height: 800 } })

      test('keeps what was typed just before a reload, and shifts by its own size only', async ({
        editor,
      }) => {
        await startEditing(editor)
        await selectHeading(editor)
        await retype(editor, 'Typed before')
        await expect(button(editor, 'Undo')).toBeEnabled()
        await expectSaved(editor)
        await editor.addInitScript(recordShifts)
        await editor.reload()
        await expect(title(editor).first()).toHaveText('Typed before')
        await expect(button(editor, 'Done')).toBeVisible()
        const shifts = await editor.evaluate(
          () => (window as unknown as { shifts: Shift[] }).shifts,
        )
        const shift = shifts.reduce((sum, { value }) => sum + value, 0)
        // A page in the middle moves by half of what is taken at its end.
        expect(shift).toBeLessThan(0.1 + panelWidth / 2 / width)
        for (const { x, y } of shifts.flatMap(({ moves }) => moves)) {
          expect(x).toBeLessThanOrEqual(panelWidth)
          expect(y).toBeLessThanOrEqual(barHeight)
        }
      })
    })
})

const barHeight = 48

interface Shift {
  value: number
  /** The distances by which elements were moved. */
  moves: { x: number; y: number }[]
}

/** Records how the layout shifts, from the first paint on. */
const recordShifts = () => {
  const shifts: Shift[] = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as LayoutShift[]) {
      const moves = sources.map(({ previousRect, currentRect }) => ({
        x: Math.abs(currentRect.left - previousRect.left),
        y: Math.abs(currentRect.top - previousRect.top),
      }))
      shifts.push({ value, moves })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  Object.assign(window, { shifts })
}
