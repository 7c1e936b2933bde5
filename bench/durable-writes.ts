/** Measures writes that are on disk before they are answered, by editors who each change a layout of their own. */
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
    // No two in a row are the same: a write that changes nothing is none.
    const requests = Array.from({ length: 100 }, (_, at) => ({
      method: 'PATCH',
      path: `/_api${layouts[at % editors]!}`,
      headers,
      body: JSON.stringify({ uiComponent: `Primary${at}` }),
    }))
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
