/** Measures lists and the search of a site with 100,000 pages, routes, users and files each, on both databases. */
import type { Page } from '@playwright/test'
import { startDedicatedPostgres } from '../tests/support/server/dedicated-postgres.ts'
import type { ServerProcess } from '../tests/support/server/server-process.ts'
import { mediaSearchQuery, searchQuery, uncounted } from '#content/admin/site-search.ts'
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { fillSite } from './support/fill-site.ts'
import { withBrowser } from './support/harness.ts'
import { signIn } from './support/large-home-page.ts'
import { type Metric, percentile } from './support/metric.ts'

const rows = 100_000

const opened = 12

/**
 * The searches, one after the other: in few rows, in thousands, in all, in none, and two characters, the least that the
 * screen searches. Other words each time: an answer that is kept would cost nothing.
 */
const warmUp = [
  'kilo romeo 7',
  'lima 1',
  'page of',
  'nowhere at all 1',
  'golf hotel',
  '98765',
  'go',
]
const queries = [
  ...['kilo romeo', 'lima', 'page', 'nowhere at all', 'sierra tango', '9999', 'al'],
  ...['kilo rome', 'lim', 'pag', 'nowhere at al', 'sierra tang', '999', 'br'],
  ...['kilo rom', 'li', 'pa', 'nowhere at a', 'sierra tan', '99', 'ch'],
]

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

/** The endpoints of a search of the site, with the parameters of their requests. */
const searchedLists = [
  ['/_/pages', (words: string) => searchQuery('pages', words)],
  ['/page_data/blog_article_datas', (words: string) => searchQuery('data', words)],
  ['/_/routes', (words: string) => searchQuery('routes', words)],
  ['/_/layouts', (words: string) => searchQuery('layouts', words)],
  ['/users', (words: string) => searchQuery('users', words)],
  [mediaObjectsEndpoint, mediaSearchQuery],
] as const

const searchAll = async (page: Page, { url }: ServerProcess, words: string) => {
  const start = performance.now()
  const answers = await Promise.all(
    searchedLists.map(([endpoint, queryOf]) => {
      const query = new URLSearchParams({ ...queryOf(words), ...uncounted })
      return page.request.get(`${url}/_api${endpoint}?${query}`)
    }),
  )
  if (!answers.every((answer) => answer.ok())) throw new Error(`The search for ${words} failed.`)
  return performance.now() - start
}

/** Returns the times of the requests of a search for each query, all lists side by side, in milliseconds. */
const searchTimes = async (page: Page, site: ServerProcess) => {
  const times: number[] = []
  for (const words of warmUp) await searchAll(page, site, words)
  for (const words of queries) times.push(await searchAll(page, site, words))
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
