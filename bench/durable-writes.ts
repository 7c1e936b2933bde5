/**
 * Measures writes that are on disk before they are answered, by several editors at once. Each write changes something: it
 * has a value that no write before it had, since one that changes nothing is not written.
 */
import { signInEditor } from './support/api-editor.ts'
import type { Metric } from './support/metric.ts'
import { load, warmUp } from './support/load.ts'
import { withSite } from './support/harness.ts'

const editors = 10

export const measure = (): Promise<Metric[]> =>
  withSite(async (site) => {
    const editor = await signInEditor(site)
    const layouts = await Promise.all(
      Array.from({ length: editors }, (_, at) =>
        editor.post('/_/layouts', { reference: `layout ${at}`, uiComponent: 'Primary' }),
      ),
    )
    const headers = { cookie: editor.cookie, 'content-type': 'application/merge-patch+json' }
    let writes = 0
    const setupRequest = (request: object) => {
      writes += 1
      const body = JSON.stringify({ uiComponent: `Primary${writes}` })
      return { ...request, path: `/_api${layouts[writes % editors]!}`, body }
    }
    const requests = [{ method: 'PATCH', path: '/_api', headers, setupRequest }]
    await warmUp({ url: site.url, connections: editors, requests })
    const { perSecond } = await load({ url: site.url, connections: editors, seconds: 5, requests })
    return [
      {
        name: 'Durable writes over HTTP',
        value: perSecond,
        unit: '/s',
        limit: { atLeast: 500 },
      },
    ]
  })
