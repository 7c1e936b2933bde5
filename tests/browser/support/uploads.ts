/** Files that take long to be sent, and the network that they are sent over. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** Returns a picture that differs from others, of about 100 KB for each 200 pixels of width. */
export const noisyPicture = async (name: string, width = 200) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({
    create: {
      ...{ width, height: 200, channels: 3, background: '#c85028' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer(),
})

/** Returns a function that slows the network down to some bytes in a second, or cuts it. */
export const controlNetwork = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return (uploadThroughput: number, offline = false) =>
    session.send('Network.emulateNetworkConditions', {
      ...{ offline, latency: 0, downloadThroughput: -1, uploadThroughput },
    })
}

/** Returns the number of pictures that are kept in a database of the browser until they are sent. */
export const keptCount = (page: Page, database = 'edits') =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open(name, 1)
        opened.addEventListener('upgradeneeded', () =>
          opened.result.createObjectStore('files', { keyPath: 'id' }),
        )
        opened.addEventListener('error', () => reject(opened.error!))
        opened.addEventListener('success', () => {
          const counted = opened.result.transaction('files').objectStore('files').count()
          counted.addEventListener('success', () => resolve(counted.result))
        })
      }),
    database,
  )
