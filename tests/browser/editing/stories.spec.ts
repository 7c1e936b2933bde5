/** One story of editing, from signing in to leaving, told twice: with the keyboard alone, and with a finger alone. */
import type { Locator, Page } from '@playwright/test'
import { password } from '../../support/server/server-process.ts'
import { seriousFindings } from '../support/accessibility.ts'
import { boxOf } from '../support/at-rest.ts'
import {
  bodyText,
  deleteQuestion,
  expectSaved,
  isUncovered,
  manager,
  title,
} from '../support/editor-actions.ts'
import { button, expect, open, test } from '../support/fixtures.ts'

const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add component' })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Tools' })
const selected = (page: Page) => page.locator('[data-area] [aria-current="true"]').first()
const written = (page: Page) => bodyText(page).filter({ hasText: 'Written so' })

declare global {
  interface Window {
    /** The texts of the live regions since the document was opened. */
    announcements: string[]
  }
}

/** Records the announcements to screen readers, since a later announcement takes the place of an earlier one. */
const recordAnnouncements = (page: Page) =>
  page.addInitScript(() => {
    window.announcements = []
    new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[role="status"], [role="alert"], [aria-live]')
        if (region) window.announcements.push(region.textContent)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

/** Waits until something is announced that was not before, and forgets what was. */
const expectAnnounced = async (page: Page, text: RegExp) => {
  await expect
    .poll(() => page.evaluate(() => window.announcements.join('\n')), 'announcements')
    .toMatch(text)
  await page.evaluate(() => (window.announcements = []))
}

/** Expects that the state that was reached has no serious finding of axe, and that what is selected is in sight. */
const expectSound = async (page: Page, step: string) => {
  expect(await seriousFindings(page), step).toEqual([])
  if (await manager(page).isVisible())
    await expect.poll(() => isUncovered(page, selected(page)), `${step}: uncovered`).toBe(true)
}

/** Expects that the focus is on something that is seen, rather than nowhere. */
const expectFocusInSight = async (page: Page, step: string) => {
  const focus = () =>
    page.evaluate(() => {
      const element = document.activeElement!
      if (element === document.body) return 'nowhere'
      const { left, top, width, height } = element.getBoundingClientRect()
      const isInWindow =
        left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0
      return isInWindow && element.checkVisibility()
        ? 'in sight'
        : `hidden: ${element.outerHTML.slice(0, 200)}`
    })
  await expect.poll(focus, `${step}: focus`).toBe('in sight')
}

interface Stored {
  '@id': string
  html?: string
  component?: string
  componentPositions?: string[]
  _metadata: { publishable?: { published: boolean } }
}

/** Returns the texts of the page with the words of the story, from top to bottom, as the API has stored them. */
const storedTexts = async (page: Page) => {
  const read = async (path: string) =>
    (await (await page.request.get(`/_api${path}`)).json()) as Stored
  const group = await page
    .locator('main [data-iri^="/_/component_groups/"]')
    .first()
    .getAttribute('data-iri')
  const positions = (await read(group!)).componentPositions!
  const components = await Promise.all(
    positions.map(async (position) => read((await read(position)).component!)),
  )
  return components.flatMap(({ html, _metadata }, index) =>
    html?.includes('Written so')
      ? [{ index, words: html.replaceAll(/<.*?>/g, ''), isLive: _metadata.publishable!.published }]
      : [],
  )
}

const expectStored = async (page: Page) =>
  expect(await storedTexts(page)).toEqual([
    { index: 2, words: 'Written so, and on', isLive: false },
    { index: 3, words: 'Written so, and on', isLive: true },
  ])

test.describe('with the keyboard alone', () => {
  /** Presses a key until an element has the focus. More presses than the page has tab stops mean a trap or a gap. */
  const tabTo = async (
    page: Page,
    target: Locator,
    key: 'Tab' | 'Shift+Tab' | 'ArrowRight' = 'Tab',
  ) => {
    for (let press = 0; press < 90; press += 1) {
      await page.keyboard.press(key)
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`${String(target)} cannot be reached by ${key}`)
  }

  const pressButton = async (page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab') => {
    await tabTo(page, target, key)
    await page.keyboard.press('Enter')
  }

  const expectStep = async (page: Page, step: string, announced: RegExp) => {
    await expectAnnounced(page, announced)
    await expectFocusInSight(page, step)
    await expectSound(page, step)
  }

  test('a text is added, typed, moved, duplicated, published, deleted and put back', async ({
    visitor: page,
  }) => {
    await recordAnnouncements(page)
    await open(page, '/login')
    await tabTo(page, page.getByLabel('Username or email'))
    await page.keyboard.type('admin')
    await tabTo(page, page.getByLabel('Password'))
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(button(page, 'Edit')).toBeEnabled()
    await expectFocusInSight(page, 'signed in')

    await pressButton(page, button(page, 'Edit'))
    await expect(button(page, 'Done')).toBeFocused()
    await expectStep(page, 'edit mode', /^Editing\. Select something/m)

    await tabTo(page, title(page).first())
    await expect(manager(page)).toBeVisible()
    await pressButton(page, button(manager(page), 'Add after'))
    await expect(addDialog(page).getByRole('combobox', { name: 'Search' })).toBeFocused()
    await page.keyboard.type('body')
    await expect(addDialog(page).getByRole('option')).toHaveText(['Body Text'])
    expect(await seriousFindings(page), 'add dialog').toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.type('Written so')
    await expect(written(page)).toBeFocused()
    await expectSound(page, 'new text')
    await pressButton(page, button(manager(page), 'Add draft'))
    await expectStep(page, 'added', /Added/)
    await expect(written(page)).toBeFocused()

    await page.keyboard.type(', and on')
    await expectStep(page, 'typed', /Saved/)
    await expectSaved(page)

    await page.keyboard.press('Alt+F10')
    await tabTo(page, button(toolbar(page), 'Move'), 'ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expectStep(page, 'moved', /Moved to 3 of \d+/)
    await expect(button(toolbar(page), 'Move')).toBeFocused()
    await expectSaved(page)

    await page.keyboard.press('Control+D')
    await expectStep(page, 'duplicated', /Duplicated/)
    await expect(written(page)).toHaveCount(2)
    await expect(selected(page)).toContainText('Written so, and on')

    await pressButton(page, button(manager(page), 'Publish'))
    await expectStep(page, 'published', /Published/)
    await page.keyboard.press('Control+Z')
    await expectStep(page, 'publication undone', /Undone/)
    await expect(button(manager(page), 'Publish')).toBeVisible()
    await page.keyboard.press('Control+Shift+Z')
    await expectStep(page, 'publication redone', /Redone/)
    await expect(button(manager(page), 'Publish')).toBeHidden()

    await pressButton(page, button(manager(page), 'Delete'))
    await expect(deleteQuestion(page).locator(':focus')).toHaveCount(1)
    expect(await seriousFindings(page), 'question').toEqual([])
    await tabTo(page, button(deleteQuestion(page), 'Ok'))
    await page.keyboard.press('Enter')
    await expectStep(page, 'deleted', /Deleted[^]*Selected: /)
    await expect(written(page)).toHaveCount(1)
    await page.keyboard.press('Control+Z')
    await expectStep(page, 'put back', /Undone/)
    await expect(written(page)).toHaveCount(2)

    await pressButton(page, button(page, 'Done'), 'Shift+Tab')
    await expect(button(page, 'Edit')).toBeFocused()
    await expectStep(page, 'left', /Done editing/)
    await expectStored(page)
  })
})

test.describe('with a finger alone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const expectStep = async (page: Page, step: string, announced: RegExp) => {
    await expectAnnounced(page, announced)
    await expectSound(page, step)
  }

  /** Presses the handle of what is selected until it is picked up, and lets it go above an element. */
  const dragOver = async (page: Page, target: Locator) => {
    const handle = button(toolbar(page), 'Move')
    await expect(handle).toHaveAttribute('aria-describedby', /.+/)
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const from = await boxOf(handle)
    await touch('touchStart', { x: from.x + from.width / 2, y: from.y + from.height / 2 })
    await expect(page.locator('[data-dragged]')).toHaveCount(1)
    // The lower half of the text is above the panel.
    await target.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect()
      scrollBy({ top: top + height * 0.55 - 300, behavior: 'instant' })
    })
    const { x, y, height } = await boxOf(target)
    for (const by of [0, 1]) await touch('touchMove', { x: x + 60, y: y + height * 0.55 + by })
    await expect(page.locator('[data-drop-line]')).toBeVisible()
    await touch('touchEnd')
  }

  /** Taps a tool, in the menu if the toolbar has no room for it. */
  const tapTool = async (page: Page, name: string) => {
    const tool = button(toolbar(page), name)
    if (await tool.isVisible()) return tool.tap()
    await button(toolbar(page), 'More').tap()
    return page.getByRole('menuitem', { name, exact: true }).tap()
  }

  test('a text is added, typed, moved, duplicated, published, deleted and put back', async ({
    newUser,
  }) => {
    const page = await newUser({ hasTouch: true, isMobile: true })
    await recordAnnouncements(page)
    await open(page, '/login')
    await page.getByLabel('Username or email').tap()
    await page.keyboard.insertText('admin')
    await page.getByLabel('Password').tap()
    await page.keyboard.insertText(password)
    await button(page, 'Sign in').tap()
    await expect(button(page, 'Edit')).toBeEnabled()
    await button(page, 'Edit').tap()
    await expectStep(page, 'edit mode', /^Editing\. Select something/m)

    await title(page).first().tap()
    await expectSound(page, 'selected')
    await button(toolbar(page), 'More').tap()
    expect(await seriousFindings(page), 'more').toEqual([])
    await page.getByRole('menuitem', { name: 'Add after' }).tap()
    await addDialog(page).getByRole('option', { name: 'Body Text', exact: true }).tap()
    expect(await seriousFindings(page), 'add dialog').toEqual([])
    await button(addDialog(page), 'Insert').tap()
    await expect(addDialog(page)).toBeHidden()
    await page.keyboard.insertText('Written so')
    await expect(written(page)).toBeFocused()
    await expectSound(page, 'new text')
    await button(manager(page), 'Add draft').tap()
    await expectStep(page, 'added', /Added/)

    await page.keyboard.insertText(', and on')
    await expectStep(page, 'typed', /Saved/)
    await expectSaved(page)

    await tapTool(page, 'Down')
    await expectStep(page, 'moved', /Moved to 3 of \d+/)
    await expectSaved(page)
    await tapTool(page, 'Up')
    await expectStep(page, 'moved back', /Moved to 2 of \d+/)
    await expectSaved(page)
    await dragOver(page, bodyText(page).nth(1))
    await expectStep(page, 'dragged', /Moved to 3 of \d+/)
    await expectSaved(page)

    await tapTool(page, 'Duplicate')
    await expectStep(page, 'duplicated', /Duplicated/)
    await expect(written(page)).toHaveCount(2)

    await button(manager(page), 'Publish').tap()
    await expectStep(page, 'published', /Published/)
    await button(page, 'Undo').tap()
    await expectStep(page, 'publication undone', /Undone/)
    await button(page, 'Redo').tap()
    await expectStep(page, 'publication redone', /Redone/)

    await button(toolbar(page), 'More').tap()
    await page.getByRole('menuitem', { name: 'Delete…' }).tap()
    expect(await seriousFindings(page), 'question').toEqual([])
    await button(deleteQuestion(page), 'Ok').tap()
    await expectStep(page, 'deleted', /Deleted[^]*Selected: /)
    await expect(written(page)).toHaveCount(1)
    await button(page, 'Undo').tap()
    await expectStep(page, 'put back', /Undone/)
    await expect(written(page)).toHaveCount(2)

    await button(page, 'Done').tap()
    await expectStep(page, 'left', /Done editing/)
    await expectStored(page)
  })
})
