/** Compares the time and memory for rendering ten times as many components: at most ten times as much. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createServer } from 'vite'
import type { SiteOptions } from '#server/render/site-options.ts'
import { component, pagePayload } from '../tests/support/content/page-payload.ts'
import { renderRequestFor } from '../tests/support/ui/render-request.ts'
import { type Metric, percentile } from './support/metric.ts'
import { measureInTurns } from './support/load.ts'

const few = 400
const many = 4_000
const rounds = 9

type Renderer = Awaited<ReturnType<SiteOptions['loadRenderer']>>

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const requestOf = (count: number) =>
  renderRequestFor(
    pagePayload(
      Array.from({ length: count }, (_, at) =>
        component('Title', `${at}`, { title: `Heading ${at}` }),
      ),
    ),
  )

interface RenderCost {
  milliseconds: number
  bytes: number
}

export const measure = async (): Promise<Metric[]> => {
  process.env['NODE_ENV'] = 'production'
  const vite = await createServer({
    mode: 'production',
    appType: 'custom',
    server: { middlewareMode: true },
    logLevel: 'error',
  })
  try {
    const { render } = (await vite.ssrLoadModule('/src/entry-server.tsx')) as Renderer
    for (let round = 0; round < 5; round += 1) await measureRender(render, few)
    const [small = [], large = []] = await measureInTurns(
      rounds,
      () => measureRender(render, few),
      () => measureRender(render, many),
    )
    const ratioOf = (name: string, of: keyof RenderCost): Metric => ({
      name: `${name} of a render of ${many} components, of ${few}’s`,
      value: median(large, of) / median(small, of),
      unit: 'x',
      limit: { atMost: many / few },
    })
    return [ratioOf('Time', 'milliseconds'), ratioOf('Memory', 'bytes')]
  } finally {
    await vite.close()
  }
}

const measureRender = async (render: Renderer['render'], count: number): Promise<RenderCost> => {
  const request = requestOf(count)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const began = performance.now()
  const { body, state } = await render(request)
  const milliseconds = performance.now() - began
  collectGarbage()
  const bytes = process.memoryUsage().heapUsed - before
  if (!body.includes(`Heading ${count - 1}<`) || state.entries.length < count)
    throw new Error('The page is not whole.')
  return { milliseconds, bytes }
}

const median = (costs: readonly RenderCost[], of: keyof RenderCost) =>
  percentile(
    costs.map((cost) => cost[of]),
    0.5,
  )
