/** Measures the manifest of a page with sixty relations, requested by fifty visitors at once. */
import { makePage, makeTitle, signInEditor } from './support/api-editor.ts'
import { type Metric, percentile } from './support/metric.ts'
import { load, warmUp } from './support/load.ts'
import { withSite } from './support/harness.ts'

const relations = 60

export const measure = (): Promise<Metric[]> =>
  withSite(async (site) => {
    const editor = await signInEditor(site)
    const { group } = await makePage(editor, '/bench')
    for (let at = 0; at < relations; at += 1) await makeTitle(editor, `Title ${at}`, group)
    const url = `${site.url}/_api/_/resource_manifest//bench`
    await warmUp({ url, connections: 50 })
    const { times } = await load({ url, connections: 50, seconds: 5 })
    return [
      {
        name: `Manifest of ${relations} relations, 50 at once, p95`,
        value: percentile(times, 0.95),
        unit: 'ms',
        limit: { atMost: 15 },
      },
    ]
  })
