import type { Page, Route } from '@playwright/test'
import { startServerProcess } from '../../support/server/server-process.ts'
import { type Dialect, startRemoteCwa } from '../../support/http/remote-cwa.ts'
import { test as base, expect, heading, open } from '../support/fixtures.ts'

const home = 'A stage is wherever people sit down'
const about = 'Seven actors, one van'
const link = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

/** Holds back page requests until the test releases them. */
const hold = async (page: Page) => {
  const held: Route[] = []
  await page.route('**/_payload.json*', (route) => void held.push(route))
  return {
    paths: () => held.map((route) => new URL(route.request().url()).pathname),
    /** Requests that were aborted meanwhile are no longer counted. */
    release: (nth: number) => held[nth]!.continue().catch(() => {}),
  }
}

base.describe('the next page', () => {
  base(
    'is the last one asked for, back and forth faster than answers arrive',
    async ({ visitor }) => {
      await open(visitor, '/')
      const answers = await hold(visitor)
      const failed: string[] = []
      visitor.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))

      await link(visitor, 'About').click()
      await expect(visitor).toHaveURL('/about')
      await visitor.goBack()
      await expect(visitor).toHaveURL('/')
      await visitor.goForward()
      await expect(visitor).toHaveURL('/about')
      await expect.poll(() => answers.paths().at(-1)).toBe('/about/_payload.json')
      await expect(heading(visitor)).toHaveText(home)

      const count = answers.paths().length
      for (let nth = 0; nth < count; nth += 1) await answers.release(count - 1 - nth)
      await expect(heading(visitor)).toHaveText(about)
      // Each of those before it was given up as soon as another was wanted.
      expect(failed).toHaveLength(count - 1)

      await visitor.goBack()
      await expect.poll(() => answers.paths().length).toBeGreaterThan(count)
      await answers.release(count)
      await expect(heading(visitor)).toHaveText(home)
    },
  )

  base.describe('where the host fails', () => {
    base.use({ expectedErrors: /_payload\.json/ })

    base('is the error page, and the one after it is there again', async ({ visitor }) => {
      await open(visitor, '/')
      await visitor.route('**/about/_payload.json*', (route) => route.fulfill({ status: 500 }))
      await link(visitor, 'About').click()
      await expect(heading(visitor)).toHaveText('Internal Server Error')
      await expect(visitor).toHaveURL('/about')
      await visitor.getByRole('button', { name: 'Go back home' }).click()
      await expect(heading(visitor)).toHaveText(home)

      await visitor.unrouteAll()
      await link(visitor, 'About').click()
      await expect(heading(visitor)).toHaveText(about)
    })

    base('cannot be reached: it says so, and works again when it can be', async ({ visitor }) => {
      await open(visitor, '/')
      await visitor.route('**/about/_payload.json*', (route) => route.abort())
      await link(visitor, 'About').click()
      await expect(visitor.getByRole('main')).toContainText('You seem to be offline')
      await visitor.unrouteAll()
      await visitor.goBack()
      await expect(heading(visitor)).toHaveText(home)
      await link(visitor, 'About').click()
      await expect(heading(visitor)).toHaveText(about)
    })
  })
})

interface Remote {
  dialect: Dialect
  remote: Awaited<ReturnType<typeof startRemoteCwa>>
}

const test = base.extend<Remote>({
  dialect: ['old', { option: true }],
  remote: async ({ dialect }, provide) => {
    const remote = await startRemoteCwa(dialect)
    await provide(remote)
    await remote.stop()
  },
  site: async ({ remote }, provide) => {
    const site = await startServerProcess({ API_URL: remote.base })
    await provide(site)
    await site.dispose()
  },
})

for (const dialect of ['old', 'new'] as const)
  test.describe(`a content API of the ${dialect} kind`, () => {
    test.use({ dialect })

    test('is shown like the embedded one', async ({ visitor, remote }) => {
      await open(visitor, '/')
      await expect(heading(visitor)).toHaveText(home)
      remote.requests.length = 0
      await link(visitor, 'About').click()
      await expect(heading(visitor)).toHaveText(about)
      await expect(visitor).toHaveTitle('About us | The Lantern Players')
      const iris = remote.requests.map(({ iri }) => iri)
      expect(iris.filter((iri) => iri === '/_/routes//about')).toHaveLength(1)
      await visitor.goBack()
      await expect(heading(visitor)).toHaveText(home)
    })

    test('announces changes in its own format over one hub connection for all pages', async ({
      visitor,
      remote,
    }) => {
      let lines = 0
      visitor.on('request', (request) => (lines += request.url().includes('mercure') ? 1 : 0))
      await open(visitor, '/')
      await expect.poll(() => remote.subscriberCount()).toBe(1)
      remote.change('/component/titles/', { title: 'Somebody else was here' })
      await visitor.getByRole('button', { name: 'Update' }).click()
      await expect(heading(visitor)).toHaveText('Somebody else was here')
      await link(visitor, 'About').click()
      await expect(heading(visitor)).toHaveText(about)
      await visitor.goBack()
      await expect(heading(visitor)).toHaveText('Somebody else was here')
      expect([lines, remote.subscriberCount()]).toEqual([1, 1])
    })

    test.describe('with a redirect loop', () => {
      test.use({ expectedErrors: / 508 / })

      test('shows an error page, on the server and after a navigation', async ({
        visitor,
        remote,
      }) => {
        remote.move('/about', '/round')
        remote.move('/round', '/about')
        await open(visitor, '/')
        await link(visitor, 'About').click()
        await expect(visitor.getByRole('main')).toContainText('redirects too many times')
        const answer = await visitor.goto('/round')
        expect(answer?.status()).toBe(508)
        await expect(visitor.getByRole('main')).toContainText('redirects too many times')
      })
    })
  })

test.describe('a content API that fails', () => {
  // The browser's own line, and the app's about the manifest.
  test.use({ expectedErrors: / 500[ .]/ })

  test('shows an error page with its status, and the page again once the API recovers', async ({
    visitor,
    remote,
  }) => {
    remote.respondWith(500)
    const answer = await visitor.goto('/')
    expect(answer?.status()).toBe(500)
    await expect(heading(visitor)).toHaveText('Internal Server Error')
    remote.respondWith(200)
    await open(visitor, '/')
    await expect(heading(visitor)).toHaveText(home)
    remote.respondWith(500)
    await link(visitor, 'About').click()
    await expect(heading(visitor)).toHaveText('Internal Server Error')
    remote.respondWith(200)
    await visitor.goBack()
    await expect(heading(visitor)).toHaveText(home)
  })
})
