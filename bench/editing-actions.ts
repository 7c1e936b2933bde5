/** Measures what an editor waits for on a page of 1,000 components, with a processor that is four times slower. */
import type { Page } from '@playwright/test'
import { gestureToPaint } from './support/gesture-to-paint.ts'
import { type Metric, percentile } from './support/metric.ts'
import { type BrowserHarness, withBrowser } from './support/harness.ts'
import { components, openLargeHomePage, selectMiddleHeading } from './support/large-home-page.ts'
import { htmlWithoutScripts, openHtml } from './support/without-scripts.ts'

/** The number of repetitions of each action. */
const repetitions = 20
const first = components / 2

export const measure = () =>
  withBrowser(async (harness) => {
    const page = await openLargeHomePage(harness)
    await page.reload()
    await selectMiddleHeading(page)
    // Moved first, while the middle of the page is as it was made.
    const changes = await measureChanges(page)
    return [
      figure('Edit mode entered', 0.75, 300, await repeat(5, () => enterEditMode(page))),
      figure('Outline opened', 0.75, 200, await repeat(5, () => openOutline(page))),
      ...(await measureSelection(harness, page)),
      ...changes,
    ]
  })

const measureChanges = async (page: Page) => {
  const moved = await repeat(repetitions, (at) => move(page, at))
  const added = await repeat(repetitions, () => add(page))
  const changed = await repeat(repetitions, () => deleteAndUndo(page))
  const timesOf = (action: keyof (typeof changed)[number]) => changed.map((times) => times[action])
  return [
    figure('Move to paint', 0.95, 100, moved),
    figure('Add to paint', 0.95, 100, added),
    figure('Delete to paint', 0.95, 100, timesOf('deleted')),
    figure('Undo to paint', 0.95, 100, timesOf('undone')),
  ]
}

const measureSelection = async (harness: BrowserHarness, page: Page): Promise<Metric[]> => {
  const selected = await repeat(repetitions, (at) => select(page, at))
  const alone = await paintWithoutScripts(harness, page)
  return [
    figure('Select to paint', 0.75, 50, selected),
    {
      name: 'Select to paint, p75, of an outline in a page without scripts',
      value: percentile(selected, 0.75) / percentile(alone, 0.75),
      unit: 'times',
      limit: { atMost: 2 },
    },
  ]
}

const figure = (name: string, share: number, atMost: number, times: readonly number[]): Metric => ({
  name: `${name}, p${share * 100}, CPU 4x slower`,
  value: percentile(times, share),
  unit: 'ms',
  limit: { atMost },
})

const repeat = async <Result>(count: number, measureOne: (at: number) => Promise<Result>) => {
  const times: Result[] = []
  for (let at = 0; at < count; at += 1) times.push(await measureOne(at))
  return times
}

/** Names the component or the position of a heading, so that it is found and its state told by a selector. */
const mark = (page: Page, number: number, name: string, of: 'component' | 'position') =>
  page.evaluate(
    ({ words, mark: named, prefix }) => {
      const heading = [...document.querySelectorAll('main [data-iri^="/component/titles/"]')].find(
        ({ textContent }) => textContent === words,
      )
      document.querySelector(`[data-measured="${named}"]`)?.removeAttribute('data-measured')
      heading!.closest(`[data-iri^="${prefix}"]`)!.setAttribute('data-measured', named)
    },
    {
      words: `Heading ${number}`,
      mark: name,
      prefix: of === 'component' ? '/component/' : '/_/component_positions/',
    },
  )

const marked = (page: Page, name: string) => page.locator(`[data-measured="${name}"]`)

/** Selects the next heading and the one after it in turns. */
const select = async (page: Page, at: number) => {
  const number = first + 1 + (at % 2)
  await mark(page, number, 'selected', 'component')
  return gestureToPaint(
    page,
    () => marked(page, 'selected').click(),
    '[data-measured="selected"][aria-current="true"]',
  )
}

/** Outlines a heading that is clicked, in a copy of the page in which nothing else happens. */
const paintWithoutScripts = async (harness: BrowserHarness, editedPage: Page) => {
  const page = await openHtml(harness, await htmlWithoutScripts(editedPage))
  await page.addStyleTag({ content: '[data-clicked] { outline: 2px solid }' })
  await page.evaluate(() => {
    addEventListener('click', ({ target }) => {
      document.querySelector('[data-clicked]')?.removeAttribute('data-clicked')
      ;(target as Element).closest('[data-measured]')?.setAttribute('data-clicked', '')
    })
  })
  const times = await repeat(repetitions, async (at) => {
    await mark(page, first + 1 + (at % 2), 'selected', 'component')
    const heading = marked(page, 'selected')
    return gestureToPaint(page, () => heading.click(), '[data-measured="selected"][data-clicked]')
  })
  await page.context().close()
  return times
}

/** Moves the selected heading past the next one, and back. */
const move = async (page: Page, at: number) => {
  const [upper, lower] = [first, first + 1]
  await mark(page, upper, 'moved', 'position')
  if (at === 0) await marked(page, 'moved').click()
  await mark(page, lower, 'other', 'position')
  const isDown = at % 2 === 0
  const time = await gestureToPaint(
    page,
    () => page.getByRole('button', { name: isDown ? 'Move down' : 'Move up' }).click(),
    isDown
      ? '[data-measured="other"] + [data-measured="moved"]'
      : '[data-measured="moved"] + [data-measured="other"]',
  )
  await saved(page)
  return time
}

const saved = (page: Page) => page.locator('[data-save-status="saved"]').waitFor()
const manager = (page: Page) => page.getByRole('region', { name: 'Resource manager' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Adds a heading to the page, and discards it. */
const add = async (page: Page) => {
  await mark(page, first, 'selected', 'component')
  await marked(page, 'selected').click()
  await manager(page).getByRole('button', { name: 'Add after', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add component' })
  await dialog.getByRole('option', { name: 'Title', exact: true }).click()
  const insert = dialog.getByRole('button', { name: 'Insert', exact: true })
  const time = await gestureToPaint(page, () => insert.click(), '[data-iri="/component/__new__"]')
  await manager(page).getByRole('button', { name: 'Discard', exact: true }).click()
  await press(page, 'Ok')
  await page.locator('[data-iri="/component/__new__"]').waitFor({ state: 'detached' })
  return time
}

/** Deletes a heading and brings it back, as another component. Returns the times of both. */
const deleteAndUndo = async (page: Page) => {
  await mark(page, first, 'selected', 'component')
  await marked(page, 'selected').click()
  await mark(page, first - 1, 'before', 'position')
  await mark(page, first + 1, 'after', 'position')
  await manager(page).getByRole('button', { name: 'Delete', exact: true }).click()
  const isGone = '[data-measured="before"] + [data-measured="after"]'
  const deleted = await gestureToPaint(page, () => press(page, 'Ok'), isGone)
  await saved(page)
  const undone = await gestureToPaint(page, () => press(page, 'Undo'), isGone, { gone: true })
  await saved(page)
  return { deleted, undone }
}

const openOutline = async (page: Page) => {
  const time = await gestureToPaint(page, () => press(page, 'Outline'), '[role="treeitem"]')
  await press(page, 'Close outline')
  await page.getByRole('tree').waitFor({ state: 'detached' })
  return time
}

/** Enters edit mode again, whose code is loaded. */
const enterEditMode = async (page: Page) => {
  await press(page, 'Done')
  return gestureToPaint(page, () => press(page, 'Edit'), '[data-area="page"] [role="textbox"]')
}
