/** Checks pages by the rules of axe, in the colors and at the widths at which they are seen. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { atRest } from './at-rest.ts'
import { expectHydrated, test } from './fixtures.ts'

/**
 * Returns what axe finds in the part of a page with a selector, or in all of it, in light and in dark colors, each when nothing
 * there fades in any more. After it, the page has the colors that it had.
 */
const analyze = async (page: Page, within: string | undefined) => {
  await expectHydrated(page)
  const found = []
  for (const colorScheme of await colorSchemes(page)) {
    await page.emulateMedia({ colorScheme })
    await atRest(page)
    const builder = new AxeBuilder({ page })
    const { violations } = await (
      within === undefined ? builder : builder.include(within)
    ).analyze()
    found.push(...violations.map((violation) => ({ ...violation, colorScheme })))
  }
  return found
}

/** Returns both color schemes, that of the page last. */
const colorSchemes = async (page: Page) =>
  (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
    ? (['light', 'dark'] as const)
    : (['dark', 'light'] as const)

type Violation = Awaited<ReturnType<typeof analyze>>[number]

const describeViolation = ({ id, colorScheme, nodes }: Violation) =>
  `${id} (${colorScheme}): ${nodes.map(({ html }) => html).join(' | ')}`

/** Returns what axe finds in the part of a page with a selector, or in all of it, with the elements. */
export const findings = async (page: Page, within?: string) =>
  (await analyze(page, within)).map(describeViolation)

/** Returns what axe finds on a page that keeps some people from using it, with the elements. */
export const seriousFindings = async (page: Page) =>
  (await analyze(page, undefined))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(describeViolation)

const desktopAndPhone = [1280, 390]

/** Defines tests that run at each width. */
export const atEachWidth = (
  define: (width: number) => void,
  widths: readonly number[] = desktopAndPhone,
) => {
  for (const width of widths)
    test.describe(`${width} px wide`, () => {
      test.use({ viewport: { width, height: 800 } })
      define(width)
    })
}
