/** Makes a home page of 1,000 components, and signs in to edit it. */
import type { Page } from '@playwright/test'
import { password } from '../../tests/support/server/server-process.ts'
import { type BrowserHarness, openIdle } from './harness.ts'

export const components = 1_000

export const signIn = async (page: Page) => {
  await openIdle(page, '/login')
  await page.getByLabel('Username or email').fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
}

/** Adds headings to the first group of the home page, as the editor would. */
const fillHomePage = async (page: Page) => {
  const group = await groupOfHomePage(page)
  for (let index = 1; index <= components; index += 1)
    await addToGroup(page, group, {
      kind: 'titles',
      fields: { title: `Heading ${index}` },
      sortValue: components + index,
    })
}

/** Returns the first group of the home page. */
const groupOfHomePage = async (page: Page) => {
  const read = async (iri: string) =>
    (await (await page.request.get(`/_api${iri}`)).json()) as Record<string, unknown>

  const route = await read('/_/routes//')
  const { componentGroups } = await read(String(route['page']))
  return (componentGroups as string[])[0]!
}

/** Adds a published component after all others of the home page. */
export const addToHomePage = async (page: Page, kind: string, fields: Record<string, string>) =>
  addToGroup(page, await groupOfHomePage(page), { kind, fields, sortValue: 3 * components })

interface Addition {
  /** The last part of the path at which components of the kind are added. */
  kind: string
  fields: Record<string, string>
  sortValue: number
}

const addToGroup = async (
  page: Page,
  componentGroup: string,
  { kind, fields, sortValue }: Addition,
) => {
  const data = JSON.stringify({
    ...fields,
    publishedAt: new Date(0).toISOString(),
    componentPositions: [{ componentGroup, sortValue }],
  })
  const headers = {
    'content-type': 'application/ld+json',
    origin: new URL(page.url()).origin,
  }
  const response = await page.request.post(`/_api/component/${kind}`, { data, headers })
  if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`)
}

/** Fills the home page, and returns a page on which an administrator is signed in. */
export const openLargeHomePage = async ({ newPage }: BrowserHarness) => {
  const page = await newPage()
  await signIn(page)
  await fillHomePage(page)
  return page
}

/** Enters edit mode on the open home page, and selects the heading in the middle. */
export const selectMiddleHeading = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const heading = page
    .getByRole('textbox', { name: 'Title', exact: true })
    .filter({ hasText: `Heading ${components / 2}` })
  await heading.click()
}

/** Fills the home page, and returns a page that shows it in edit mode with the heading in the middle selected. */
export const editLargeHomePage = async (harness: BrowserHarness) => {
  const page = await openLargeHomePage(harness)
  await page.reload()
  await selectMiddleHeading(page)
  return page
}
