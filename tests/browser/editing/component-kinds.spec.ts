import type { Page } from '@playwright/test'
import {
  button,
  expect,
  heading,
  expectHydrated,
  open,
  recordRequests,
  test,
} from '../support/fixtures.ts'
import { expectSaved, manager, startEditing } from '../support/editor-actions.ts'

const isCall = ({ pathname }: URL, type: string) =>
  pathname.startsWith('/_api') && (type === 'fetch' || type === 'xhr')
const isContentRequest = (url: URL, type: string) =>
  isCall(url, type) || url.pathname.endsWith('_payload.json')

const cards = (page: Page) =>
  page.getByRole('main').getByRole('article').getByRole('heading', { level: 2 })
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

for (const path of [
  '/blog-articles',
  '/blog-articles?perPage=1&page=2',
  '/blog-articles/blog-article-1',
  '/topic-1/chapter-one',
  '/form',
]) {
  test(`${path} is taken over as it was rendered, with no call to the API`, async ({ visitor }) => {
    const calls = recordRequests(visitor, isContentRequest)
    await visitor.goto(path, { waitUntil: 'load' })
    const main = visitor.getByRole('main')
    const rendered = await main.innerText()
    await expectHydrated(visitor)
    await visitor.evaluate(
      () => new Promise((idle) => requestIdleCallback(() => requestAnimationFrame(idle))),
    )
    expect(calls).toEqual([])
    expect(await main.innerText()).toBe(rendered)
  })
}

test.describe('a collection', () => {
  test('is searched while typing, with the search in the address and one request', async ({
    visitor,
  }) => {
    await open(visitor, '/blog-articles')
    await expect(cards(visitor)).toHaveText(['Blog Article 3', 'Blog Article 2', 'Blog Article 1'])
    const requests = recordRequests(visitor, isContentRequest)
    await box(visitor).fill('Article 2')
    await expect(cards(visitor)).toHaveText(['Blog Article 2'])
    await expect(visitor).toHaveURL('/blog-articles?title=Article+2')
    expect(requests).toEqual([expect.stringMatching(/^GET \/_api\/component\/collections\//)])
    await expect(box(visitor)).toBeFocused()

    await box(visitor).fill('nothing of the sort')
    await expect(visitor.getByText('Nothing was found.')).toBeVisible()
    await box(visitor).fill('')
    await expect(cards(visitor)).toHaveCount(3)
    await expect(visitor).toHaveURL('/blog-articles')
  })

  test('is paginated, and each page has an address of its own', async ({ visitor, newUser }) => {
    await open(visitor, '/blog-articles?perPage=1')
    await pages(visitor).getByRole('link', { name: 'Page 2' }).click()
    await expect(cards(visitor)).toHaveText(['Blog Article 2'])
    await expect(visitor).toHaveURL('/blog-articles?perPage=1&page=2')
    await pages(visitor).getByRole('link', { name: 'Next' }).click()
    await expect(cards(visitor)).toHaveText(['Blog Article 1'])
    await visitor.goBack()
    await expect(cards(visitor)).toHaveText(['Blog Article 2'])
    await visitor.goBack()
    await expect(cards(visitor)).toHaveText(['Blog Article 3'])
    await visitor.goForward()
    await expect(cards(visitor)).toHaveText(['Blog Article 2'])

    const other = await newUser()
    await open(other, visitor.url())
    await expect(cards(other)).toHaveText(['Blog Article 2'])
    await expect(pages(other).locator('[aria-current="page"]')).toHaveText('2')
  })

  test('links to complete items, and going back restores the list and its scroll position', async ({
    visitor,
  }) => {
    await open(visitor, '/blog-articles?title=goat')
    await expect(visitor.getByText('Nothing was found.')).toBeVisible()
    await visitor.goto('/blog-articles?perPage=2')
    await expectHydrated(visitor)
    await visitor.getByRole('link', { name: 'Blog Article 2' }).click()
    await expect(visitor).toHaveURL('/blog-articles/blog-article-2')
    await expect(visitor.getByRole('heading', { name: 'What is in the van' })).toBeVisible()
    await expect(visitor.getByRole('img', { name: /Two trunks/ })).toBeVisible()
    await visitor.goBack()
    await expect(cards(visitor)).toHaveText(['Blog Article 3', 'Blog Article 2'])
    await visitor.getByRole('link', { name: 'Blog Article 3' }).click()
    await expect(visitor.getByRole('heading', { name: 'The night the power' })).toBeVisible()
    await expect(visitor.getByRole('heading', { name: 'What is in the van' })).toHaveCount(0)
  })

  test.describe('that cannot be loaded', () => {
    test.use({ expectedErrors: /component\/collections/ })

    test('shows an error, keeps the current items, and can be retried', async ({ visitor }) => {
      await open(visitor, '/blog-articles')
      await visitor.route('**/component/collections/**', (route) => route.abort())
      await box(visitor).fill('Article 1')
      await expect(visitor.getByRole('alert')).toContainText('You seem to be offline')
      await expect(cards(visitor)).toHaveCount(3)
      await visitor.unroute('**/component/collections/**')
      await button(visitor, 'Try again').click()
      await expect(cards(visitor)).toHaveText(['Blog Article 1'])
      await expect(visitor.getByRole('alert')).toHaveCount(0)
    })
  })

  test('works without JavaScript through links and a form', async ({ newUser }) => {
    const page = await newUser({ javaScriptEnabled: false })
    await page.goto('/blog-articles?perPage=1')
    await pages(page).getByRole('link', { name: 'Next' }).click()
    await expect(cards(page)).toHaveText(['Blog Article 2'])
    await box(page).fill('article 1')
    await button(page, 'Search').click()
    await expect(page).toHaveURL('/blog-articles?title=article+1')
    await expect(cards(page)).toHaveText(['Blog Article 1'])
  })
})

test.describe('a form', () => {
  const fillIn = async (page: Page) => {
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByLabel('Repeat password').fill('long enough')
    await page.getByLabel('Subject').selectOption('praise')
    await page.getByLabel('Email address').fill('ada@example.org')
    await page.getByLabel('Message').fill('Come and play in our barn.')
    await page.getByLabel('No', { exact: true }).check()
    await page.getByLabel('I have read what I wrote').check()
  }
  const wrong = { expectedErrors: /422|submit/ }

  test.describe('with invalid values', () => {
    test.use(wrong)

    test('shows an error at each field and focuses the first', async ({ visitor }) => {
      await open(visitor, '/form')
      await button(visitor, 'Send').click()
      await expect(visitor.getByText('Choose a subject.')).toBeVisible()
      await expect(visitor.getByText('Check this box to continue.')).toBeVisible()
      await expect(visitor.getByRole('alert')).toContainText('check the marked fields')
      await expect(visitor.getByLabel('Password', { exact: true })).toBeFocused()
      await fillIn(visitor)
      await button(visitor, 'Send').click()
      await expect(visitor.getByText('Thank you, your letter is with us.')).toBeVisible()
      await expect(button(visitor, 'Send')).toHaveCount(0)
    })

    test('thanks with the words of an editor, line by line', async ({ editor, visitor }) => {
      await open(editor, '/form')
      await startEditing(editor)
      await editor.getByLabel('Message').click()
      const text = manager(editor).getByLabel('Text after sending')
      await text.fill('We have it.\nSee you soon.')
      await text.blur()
      await expectSaved(editor)

      await open(visitor, '/form')
      await fillIn(visitor)
      await button(visitor, 'Send').click()
      const thanks = visitor.getByText('We have it.')
      await expect(thanks).toBeVisible()
      expect(await thanks.innerText()).toBe('We have it.\nSee you soon.')
      await expect(visitor.getByText('Thank you')).toHaveCount(0)
    })

    test('validates a field when it is left, and again while it is corrected', async ({
      visitor,
    }) => {
      await open(visitor, '/form')
      const email = visitor.getByLabel('Email address')
      await email.fill('ada@')
      await expect(visitor.getByText('Enter a valid email address.')).toHaveCount(0)
      await email.blur()
      await expect(visitor.getByText('Enter a valid email address.')).toBeVisible()
      await expect(email).toHaveAttribute('aria-invalid', 'true')
      await email.fill('ada@example.org')
      await expect(visitor.getByText('Enter a valid email address.')).toHaveCount(0)
      await expect(visitor.getByRole('img', { name: 'Valid' })).toBeVisible()
      await expect(visitor.getByText('Choose a subject.')).toHaveCount(0)

      await visitor.getByLabel('Password', { exact: true }).fill('long enough')
      await visitor.getByLabel('Repeat password').fill('another one')
      await visitor.getByLabel('Repeat password').blur()
      await expect(visitor.getByText('The two passwords are not the same.')).toBeVisible()
    })

    test('has as many entries as are added, each validated by itself', async ({ visitor }) => {
      await open(visitor, '/form')
      const children = visitor.getByRole('group', { name: 'Children' })
      await button(children, 'Add to Children').click()
      await button(children, 'Add to Children').click()
      const names = children.getByLabel('Name')
      await expect(names).toHaveCount(2)
      await expect(names.nth(1)).toBeFocused()
      await names.nth(1).fill('Bea')
      await fillIn(visitor)
      await button(visitor, 'Send').click()
      await expect(children.getByText('Enter a name.')).toHaveCount(1)
      await expect(names.first()).toBeFocused()
      await button(children, 'Remove number 1 of Children').click()
      await expect(names).toHaveCount(1)
      await expect(names).toHaveValue('Bea')
      await button(visitor, 'Send').click()
      await expect(visitor.getByText('Thank you, your letter is with us.')).toBeVisible()
    })
  })

  test.describe('that gets no response', () => {
    test.use({ expectedErrors: /submit/ })

    test('shows an error, keeps the values, and can be sent again', async ({ visitor }) => {
      await open(visitor, '/form')
      await fillIn(visitor)
      await visitor.route('**/submit', (route) => route.abort())
      await button(visitor, 'Send').click()
      await expect(visitor.getByRole('alert')).toContainText('You seem to be offline')
      await visitor.unroute('**/submit')
      await expect(visitor.getByLabel('Message')).toHaveValue('Come and play in our barn.')
      await button(visitor, 'Send').click()
      await expect(visitor.getByText('Thank you, your letter is with us.')).toBeVisible()
    })
  })
})

test.describe('images', () => {
  test('come in several sizes, reserve their space, and the first is loaded eagerly', async ({
    visitor,
  }) => {
    await visitor.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(visitor, '/blog-articles')
    const all = visitor.getByRole('main').locator('img')
    await expect(all).toHaveCount(3)
    await expect(all.first()).not.toHaveAttribute('loading')
    await expect(all.last()).toHaveAttribute('loading', 'lazy')
    for (const one of await all.all()) {
      await expect(one).toHaveAttribute(
        'srcset',
        /\.w480\.webp.* 480w, .* 960w, .* 1440w, .* 1600w/,
      )
      await expect(one).toHaveAttribute('width', '1600')
      await expect
        .poll(() => one.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0)
    }
    const moved = await visitor.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
    )
    expect(moved).toBeLessThanOrEqual(0.02)
  })

  test('have alternative texts', async ({ visitor }) => {
    await open(visitor, '/about')
    await expect(visitor.getByRole('img', { name: /A green van/ })).toBeVisible()
  })

  test('without a file are shown to editors only', async ({ visitor, editor }) => {
    await open(visitor, '/')
    await expect(visitor.getByRole('main').locator('img')).toHaveCount(1)
    await expect(visitor.getByText('No picture yet')).toHaveCount(0)
    await button(editor, 'Edit').click()
    await expect(editor.getByText('No picture yet')).toBeVisible()
  })
})

test.describe('a topic', () => {
  test('redirects to its first chapter, which shows the topic and all its chapters', async ({
    visitor,
  }) => {
    await open(visitor, '/topic-1')
    await expect(visitor).toHaveURL('/topic-1/chapter-one')
    const topic = visitor.getByRole('complementary', { name: 'Topic 1' })
    await expect(topic.getByRole('heading', { name: 'A play in your village' })).toBeVisible()
    await expect(heading(visitor).page().getByRole('heading', { level: 1 })).toHaveText(
      'Chapter One',
    )
    const chapters = visitor.getByRole('navigation', { name: 'Chapters' })
    await expect(chapters.locator('[aria-current="page"]')).toHaveText('Chapter One')
    await chapters.getByRole('link', { name: 'Chapter Two' }).click()
    await expect(visitor).toHaveURL('/topic-1/chapter-two')
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Chapter Two')
    await expect(chapters.locator('[aria-current="page"]')).toHaveText('Chapter Two')
  })

  test('works without JavaScript', async ({ newUser }) => {
    const page = await newUser({ javaScriptEnabled: false })
    await page.goto('/topic-1')
    await page.getByRole('link', { name: 'Chapter Two' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chapter Two')
  })
})

test('a link in a text is followed without loading a new document', async ({ visitor }) => {
  await open(visitor, '/')
  await visitor.evaluate(() => (document.body.dataset['kept'] = 'yes'))
  await visitor.getByRole('main').getByRole('link', { name: 'How a visit works' }).click()
  await expect(visitor).toHaveURL('/about')
  await expect(visitor.locator('body')).toHaveAttribute('data-kept', 'yes')
})
