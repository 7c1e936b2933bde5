/** Checks pages by the rules of axe, in the colors and at the widths at which they are seen. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { atRest } from './at-rest.ts'
import { expectHydrated, test } from './fixtures.ts'

/** Returns what axe finds in the part of a page with a selector, or in all of it, when nothing there fades in any more. */
const analyze = async (page: Page, within: string | undefined) => {
  await expectHydrated(page)
  await atRest(page)
  const builder = new AxeBuilder({ page })
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze()
  return violations
}

type Violation = Awaited<ReturnType<typeof analyze>>[number]

const describeViolation = ({ id, nodes }: Violation) =>
  `${id}: ${nodes.map(({ html }) => html).join(' | ')}`

/** Returns what axe finds in the part of a page with a selector, or in all of it, with the elements. */
export const findings = async (page: Page, within?: string) =>
  (await analyze(page, within)).map(describeViolation)

/** Returns what axe finds on a page that keeps some people from using it, with the elements. */
export const seriousFindings = async (page: Page) =>
  (await analyze(page, undefined))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(describeViolation)

const desktopAndPhone = [1280, 390]

/** Defines tests that run in light and in dark colors, at each width. */
export const inEachAppearance = (
  define: (appearance: { width: number }) => void,
  widths: readonly number[] = desktopAndPhone,
) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths)
      test.describe(`${colorScheme}, ${width} px wide`, () => {
        test.use({ colorScheme, viewport: { width, height: 800 } })
        define({ width })
      })
}
