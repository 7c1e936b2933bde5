/** Measures lists and the search of a site with 100,000 pages, routes, users and files each, on both databases. */
import type { Page } from '@playwright/test'
import { startDedicatedPostgres } from '../tests/support/server/dedicated-postgres.ts'
import type { ServerProcess } from '../tests/support/server/server-process.ts'
import { mediaSearchQuery } from '#content/admin/site-search.ts'
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { fillSite } from './support/fill-site.ts'
import { withBrowser } from './support/harness.ts'
import { signIn } from './support/large-home-page.ts'
import { type Metric, percentile } from './support/metric.ts'

const rows = 100_000

const opened = 12

/** The words that are searched: in few rows, in thousands, in all, in none, and two characters. */
const queries = ['kilo romeo 7', 'lima', 'page', 'nowhere at all', 'al', 'sierra tango', '99']

/** Returns a link of the navigation of the admin area: other parts of a page may lead to the same list. */
const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true })

/** Returns the time from a click on the link of a list until its rows are painted, in milliseconds. */
const openList = (page: Page, name: string, first: string) =>
  linkTo(page, name).evaluate(
    (link: HTMLElement, row) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        const isShown = () => document.querySelector('main')?.textContent?.includes(row)
        const check = () =>
          isShown()
            ? requestAnimationFrame(() => resolve(performance.now() - start))
            : requestAnimationFrame(check)
        link.click()
        check()
      }),
    first,
  )

const listTimes = async (page: Page) => {
  const times: number[] = []
  const open = async (name: string, first: string) => {
    const time = await openList(page, name, first)
    times.push(time)
  }
  await page.goto('/_cwa/layouts')
  // Loads the chunk and the designs that all lists share.
  await openList(page, 'Pages', 'page of')
  for (let round = 0; round < opened; round += 1) {
    await open('Routes', '/of/')
    await open('Users', 'user-')
    await open('Media library', 'picture-of')
    await open('Pages', 'page of')
  }
  return times
}

/** The requests of a search of the site: an endpoint, the properties it is searched in, and the one it is sorted by. */
const searchedLists = [
  ['/_/pages', ['reference', 'title', 'uiComponent'], 'reference'],
  ['/page_data/blog_article_datas', ['title'], 'title'],
  ['/_/routes', ['path'], 'path'],
  ['/_/layouts', ['reference', 'uiComponent'], 'reference'],
  ['/users', ['emailAddress', 'username'], 'username'],
] as const

const searchAll = async (page: Page, { url }: ServerProcess, words: string) => {
  const start = performance.now()
  const media = new URLSearchParams(mediaSearchQuery(words))
  const answers = await Promise.all([
    page.request.get(`${url}/_api${mediaObjectsEndpoint}?${media}`),
    ...searchedLists.map(([endpoint, properties, name]) => {
      const params = new URLSearchParams([
        ['perPage', '6'],
        [`order[${name}]`, 'asc'],
      ])
      for (const property of properties) params.set(property, words)
      return page.request.get(`${url}/_api${endpoint}?${params}`)
    }),
  ])
  if (!answers.every((answer) => answer.ok())) throw new Error(`The search for ${words} failed.`)
  return performance.now() - start
}

/** Returns the times of the requests of a search for each query, all lists side by side, in milliseconds. */
const searchTimes = async (page: Page, site: ServerProcess) => {
  const times: number[] = []
  for (const words of queries) await searchAll(page, site, words)
  for (let round = 1; round < 4; round += 1)
    // Other words each time: an answer that is kept would cost nothing.
    for (const words of queries)
      times.push(await searchAll(page, site, words.slice(0, -round) || words))
  return times
}

/** Measures on one database, which is named in the metrics. */
const measureOn = (database: string, databaseUrl: string | null): Promise<Metric[]> =>
  withBrowser(
    async ({ site, newPage }) => {
      const page = await newPage()
      await signIn(page)
      await fillSite({ ...site, databaseUrl }, rows)
      const lists = await listTimes(page)
      const searches = await searchTimes(page, site)
      const about = `${rows.toLocaleString('en')} rows on ${database}`
      return [
        {
          name: `List of ${about} opens, p95`,
          value: percentile(lists, 0.95),
          unit: 'ms',
          limit: { atMost: 300 },
        },
        {
          name: `Search of the site at ${about}, p95`,
          value: percentile(searches, 0.95),
          unit: 'ms',
          limit: { atMost: 150 },
        },
      ]
    },
    databaseUrl === null ? {} : { env: { DATABASE_URL: databaseUrl } },
  )

/** Starts PostgreSQL; null on a machine where it does not run. */
const startPostgres = () =>
  startDedicatedPostgres().catch((error: unknown) => {
    process.stderr.write(
      `PostgreSQL is not measured, as it does not start here: ${String(error)}\n`,
    )
    return null
  })

export const measure = async (): Promise<Metric[]> => {
  const onLibsql = await measureOn('SQLite', null)
  const postgres = await startPostgres()
  if (!postgres) return onLibsql
  try {
    return [...onLibsql, ...(await measureOn('PostgreSQL', postgres.url))]
  } finally {
    await postgres.dispose()
  }
}
