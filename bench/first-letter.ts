/** Counts the requests of the first letter that is typed into a component, by which its draft is made. */
import type { Page } from '@playwright/test'
import { withBrowser } from './support/harness.ts'
import { signIn } from './support/large-home-page.ts'
import type { Metric } from './support/metric.ts'

/** Milliseconds after which what the hub tells of the draft has been dealt with, too. */
const quiet = 1_500

export const measure = (): Promise<Metric[]> =>
  withBrowser(async ({ newPage }) => {
    const page = await newPage()
    await signIn(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    return [await metricOf(page, 'Title'), await metricOf(page, 'Body text')]
  })

const metricOf = async (page: Page, name: string): Promise<Metric> => ({
  name: `Requests of the first letter in a component: ${name}`,
  value: await countRequests(page, name),
  unit: '',
  limit: { atMost: 2 },
})

const countRequests = async (page: Page, name: string) => {
  await page.getByRole('textbox', { name, exact: true }).first().click()
  await settle(page)
  let count = 0
  const add = () => (count += 1)
  page.on('request', add)
  await page.keyboard.type('a')
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  await settle(page)
  page.off('request', add)
  return count
}

const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(quiet)
}
