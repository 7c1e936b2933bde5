/** Measures how many frames are painted in a second while a component is dragged on a page of 1,000 components. */
import type { Page } from '@playwright/test'
import type { Metric } from './support/metric.ts'
import { withBrowser } from './support/harness.ts'
import { components, editLargeHomePage } from './support/large-home-page.ts'

/** Milliseconds of dragging that are measured. */
const duration = 3_000
/** Pixels between two movements of the pointer. */
const step = 9

export const measure = (): Promise<Metric[]> =>
  withBrowser(async (harness) => {
    const page = await editLargeHomePage(harness)
    await pickUp(page)
    const { framesPerSecond, positions } = await dragAround(page)
    if (positions < 3) throw new Error('The component was not dragged over several positions.')
    return [
      {
        name: `Frames while dragging among ${components} components, CPU 4x slower`,
        value: framesPerSecond,
        unit: '/s',
        limit: { atLeast: 50 },
      },
    ]
  })

/** Drags the selected component by its handle, as soon as the code behind that is loaded. */
const pickUp = async (page: Page) => {
  const handle = page.getByRole('button', { name: 'Move', exact: true })
  await handle.hover()
  await page.locator('#move-handle[aria-describedby]').waitFor()
  const { x, y } = (await handle.boundingBox())!
  await page.mouse.move(x + 10, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + 20, y + 20)
  await page.locator('[data-dragged]').waitFor({ state: 'attached' })
}

/** Moves the pointer up and down. Returns the frames per second, and how many positions the line has had. */
const dragAround = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(countFrames)
  const end = Date.now() + duration
  for (let move = 0; Date.now() < end; move += 1)
    await page.mouse.move(300, 200 + ((move * step) % 480))
  return page.evaluate(() => ({
    framesPerSecond: (paintedFrames * 1000) / (performance.now() - countedSince),
    positions: linePositions.size,
  }))
}

declare global {
  var paintedFrames: number
  var countedSince: number
  var linePositions: Set<string>
}

const countFrames = () => {
  globalThis.paintedFrames = 0
  globalThis.countedSince = performance.now()
  globalThis.linePositions = new Set()
  const count = () => {
    globalThis.paintedFrames += 1
    const line = document.querySelector<HTMLElement>('[data-drop-line]')
    if (line?.style.translate) linePositions.add(line.style.translate)
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}
