/** Compares the home page from the page cache with the same bytes served as a static file. */
import { execFile } from 'node:child_process'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Metric, percentile } from './support/metric.ts'
import { measureInTurns } from './support/load.ts'
import { withSite } from './support/harness.ts'
import { filePath, withStaticCopy } from './support/static-copy.ts'

const autocannon = fileURLToPath(
  new URL('../node_modules/autocannon/autocannon.js', import.meta.url),
)

interface Result {
  non2xx: number
  errors: number
  requests: { average: number }
}

/** Runs as a process of its own, so that it does not share the server's core. */
const rateOf = async (url: string, seconds: number) => {
  const options = ['-c', '10', '-d', `${seconds}`, '-H', 'accept-encoding=br', '--json', url]
  const { stdout } = await promisify(execFile)(process.execPath, [autocannon, ...options])
  const { requests, non2xx, errors } = JSON.parse(stdout) as Result
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${url} failed.`)
  return requests.average
}

/** Returns the body as it is sent, without decoding it. */
const bytesOf = (url: string, encoding: string) =>
  new Promise<Uint8Array>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      buffer(answer).then(resolve, reject)
    }).on('error', reject)
  })

/** Uses the server's own compressed forms, so that both sides send the same number of bytes. */
const asSent = async (_: string, url: string) => ({
  br: await bytesOf(url, 'br'),
  gzip: await bytesOf(url, 'gzip'),
})

export const measure = (): Promise<Metric[]> =>
  withStaticCopy(
    '/',
    (file) =>
      withSite(
        async ({ url }) => {
          const [page, plain] = [`${url}/`, url + filePath]
          const measureBoth = [page, plain].map((one) => () => rateOf(one, 3))
          for (const one of [page, plain]) await rateOf(one, 2)
          const [kept = [], files = []] = await measureInTurns(3, ...measureBoth)
          const [own, least] = [percentile(kept, 0.5), percentile(files, 0.5)]
          return [
            {
              name: `A cached page, of the same as a file (${Math.round(own)} of ${Math.round(least)}/s)`,
              value: (100 * own) / least,
              unit: '%',
              limit: { atLeast: 60 },
            },
          ]
        },
        { file },
      ),
    asSent,
  )
