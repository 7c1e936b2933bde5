/** Checks pages by the rules of axe, in the colors and at the widths at which they are seen. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { atRest } from './at-rest.ts'
import { expectHydrated, test } from './fixtures.ts'

/** The rules of axe about colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Returns what axe finds in the part of a page with a selector, or in all of it, when nothing there fades in any more. In the
 * other color scheme than the page's own, only colors are checked. After it, the page has those that it had.
 */
const analyze = async (page: Page, within: string | undefined) => {
  await expectHydrated(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const analyzeIn = async (colorScheme: typeof own, rules?: string[]) => {
    await page.emulateMedia({ colorScheme })
    await atRest(page)
    // Its other mode is for frames of other origins, and opens a page each time.
    const builder = new AxeBuilder({ page }).setLegacyMode()
    if (within !== undefined) builder.include(within)
    builder.options({ resultTypes: ['violations'] })
    if (rules) builder.withRules(rules)
    const { violations } = await builder.analyze()
    return violations.map((violation) => ({ ...violation, colorScheme }))
  }
  return [...(await analyzeIn(other, colorRules)), ...(await analyzeIn(own))]
}

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
