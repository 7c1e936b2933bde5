/** Compares reading one component over HTTP with a minimal server that returns the same bytes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makePage, makeTitle, signInEditor } from './support/api-editor.ts'
import { type Metric, percentile } from './support/metric.ts'
import { measureInTurns, load, warmUp } from './support/load.ts'
import { withSite } from './support/harness.ts'

const bareServer = fileURLToPath(new URL('support/minimal-server.mjs', import.meta.url))
const connections = 20
const seconds = 3

const withBare = async <Result>(
  answer: { path: string; body: string; headers: Record<string, string> },
  measure: (url: string) => Promise<Result>,
) => {
  const bare = spawn(process.execPath, [bareServer], {
    env: { ...process.env, NODE_ENV: 'production', ANSWER: JSON.stringify(answer) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer]
    return await measure(`http://127.0.0.1:${String(port).trim()}`)
  } finally {
    bare.kill('SIGKILL')
  }
}

export const measure = (): Promise<Metric[]> =>
  withSite(async (site) => {
    const editor = await signInEditor(site)
    const { group } = await makePage(editor, '/bench')
    const path = `/_api${await makeTitle(editor, 'A title', group)}`
    const answer = await fetch(site.url + path)
    const {
      date: _,
      connection: __,
      'keep-alive': ___,
      ...headers
    } = Object.fromEntries(answer.headers)
    const body = await answer.text()
    return withBare({ path, body, headers }, async (bareUrl) => {
      for (const url of [site.url, bareUrl]) await warmUp({ url: url + path, connections })
      const rateOf = (url: string) => async () =>
        (await load({ url: url + path, connections, seconds })).perSecond
      const [ours = [], bare = []] = await measureInTurns(3, rateOf(site.url), rateOf(bareUrl))
      const [own, least] = [percentile(ours, 0.5), percentile(bare, 0.5)]
      return [
        {
          name: `Item GET, of a bare route's (${Math.round(own)} of ${Math.round(least)}/s)`,
          value: (100 * own) / least,
          unit: '%',
          limit: { atLeast: 50 },
        },
      ]
    })
  })
