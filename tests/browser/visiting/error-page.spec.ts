import type { Page } from '@playwright/test'
import { button, expect, heading, open, recordRequests, test } from '../support/fixtures.ts'

test.use({ expectedErrors: /404 .*\/nowhere/, viewport: { width: 480, height: 320 } })

const animation = (page: Page) => page.locator('canvas')

/** Lets the page animate although drawing is slow here, and counts its requests for animation frames. */
const watchFrames = (page: Page) =>
  page.addInitScript(() => {
    const extension: (name: string) => unknown = WebGL2RenderingContext.prototype.getExtension
    Object.assign(WebGL2RenderingContext.prototype, {
      getExtension(this: WebGL2RenderingContext, name: string) {
        return name === 'WEBGL_debug_renderer_info' ? null : extension.call(this, name)
      },
    })
    const ask = globalThis.requestAnimationFrame
    Object.assign(globalThis, { frames: 0 })
    globalThis.requestAnimationFrame = (draw) => {
      Object.assign(globalThis, { frames: framesNow() + 1 })
      return ask(draw)
    }
    const framesNow = () => (globalThis as unknown as { frames: number }).frames
  })
const frames = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { frames: number }).frames)

/** True if the page requests animation frames while other frames pass. */
const isMoving = async (page: Page) => {
  const before = await frames(page)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const channel = new MessageChannel()
        let left = 30
        channel.port1.addEventListener('message', () => {
          left -= 1
          if (left === 0) resolve()
          else setTimeout(() => channel.port2.postMessage(null), 10)
        })
        channel.port1.start()
        channel.port2.postMessage(null)
      }),
  )
  return (await frames(page)) > before
}

test('the animation behind an error is loaded with the error page and follows the mouse', async ({
  visitor,
}) => {
  const requests = recordRequests(visitor, ({ pathname }) => /start-fluid/.test(pathname))
  await watchFrames(visitor)
  await open(visitor, '/')
  expect(requests).toEqual([])
  await open(visitor, '/nowhere')
  await expect(animation(visitor)).toHaveCount(1)
  await expect.poll(() => requests.length).toBe(1)
  await visitor.mouse.move(100, 100)
  const still = await visitor.screenshot()
  await visitor.mouse.move(200, 160, { steps: 5 })
  await expect.poll(async () => still.equals(await visitor.screenshot())).toBe(false)
})

test('the animation stops when the error page is left and pauses while the window is hidden', async ({
  visitor,
}) => {
  await watchFrames(visitor)
  await open(visitor, '/nowhere')
  await expect.poll(() => isMoving(visitor)).toBe(true)

  const hide = (hidden: boolean) =>
    visitor.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  await expect.poll(() => isMoving(visitor)).toBe(false)
  await hide(false)
  await expect.poll(() => frames(visitor)).toBeGreaterThan(0)

  await button(visitor, 'Go back home').click()
  await expect(animation(visitor)).toHaveCount(0)
  await expect(heading(visitor)).toBeVisible()
  await expect.poll(() => isMoving(visitor)).toBe(false)
})

test('the animation is a still picture under reduced motion', async ({ newUser }) => {
  const page = await newUser({ reducedMotion: 'reduce' })
  await watchFrames(page)
  const drawn = recordRequests(page, ({ pathname }) => /start-fluid/.test(pathname))
  await open(page, '/nowhere')
  await expect.poll(() => drawn.length).toBe(1)
  await expect(animation(page)).toHaveCount(1)
  await page.mouse.move(100, 100)
  await page.mouse.move(200, 160, { steps: 5 })
  expect(await isMoving(page)).toBe(false)
})

test('the error page works without the animation where WebGL is missing', async ({ visitor }) => {
  await visitor.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await open(visitor, '/nowhere')
  await expect(animation(visitor)).toHaveCount(0)
  await expect(visitor.getByRole('heading', { name: 'This Page Doesn’t Exist' })).toBeVisible()
})

test('crawlers and link previews get the status and no page', async ({ site }) => {
  for (const agent of [
    'Mozilla/5.0 (compatible; Googlebot/2.1)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 Chrome-Lighthouse',
    'bingbot/2.0',
  ]) {
    const answer = await fetch(`${site.url}/nowhere`, { headers: { 'user-agent': agent } })
    expect(answer.status, agent).toBe(404)
    expect(await answer.text(), agent).toBe('404 Not Found')
    const home = await fetch(site.url, { headers: { 'user-agent': agent } })
    expect(await home.text(), agent).toContain('<main')
  }
})
