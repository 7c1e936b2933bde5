/** Measures the time from a gesture to the frame that shows its outcome, with a processor that is four times slower. */
import type { Page } from '@playwright/test'

declare global {
  var outcomePainted: Promise<number>
}

/**
 * Returns the milliseconds from the last press or key of a gesture to the end of the first frame in which `selector`
 * matches something; with `gone`, in which it matches nothing any more.
 */
export const gestureToPaint = async (
  page: Page,
  gesture: () => Promise<unknown>,
  selector: string,
  { gone = false } = {},
) => {
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate(watchOutcome, { selector, gone })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await gesture()
  const milliseconds = await page.evaluate(() => outcomePainted)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.detach()
  return milliseconds
}

/** Runs in the page, so it refers to nothing outside itself. */
const watchOutcome = ({ selector, gone }: { selector: string; gone: boolean }) => {
  const isShown = () => (document.querySelector(selector) === null) === gone
  if (isShown()) throw new Error(`The outcome is there before the gesture: ${selector}`)
  globalThis.outcomePainted = new Promise((resolve) => {
    let began = 0
    const begin = ({ timeStamp }: Event) => {
      began = timeStamp
    }
    for (const type of ['pointerup', 'keydown']) addEventListener(type, begin, { capture: true })
    const afterPaint = () => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now() - began))
      port1.start()
      port2.postMessage(null)
    }
    const look = () => {
      // In the frame that shows it, not in the one after.
      if (isShown()) afterPaint()
      else requestAnimationFrame(look)
    }
    look()
  })
}
