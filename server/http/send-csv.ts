/** Sends CSV as fast as it is read. */
import type { Context } from 'hono'
import type { Env } from './hono-env.ts'
import { uncached } from './cache-policy.ts'

/** Returns the bytes of a text and of those after it, which are read as fast as they are sent. */
const streamOf = (first: string, rest: AsyncGenerator<string, void>) => {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(encoder.encode(first)),
    pull: async (controller) => {
      const { done, value } = await rest.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await rest.return()
    },
  })
}

/** Sends lines as a file to save. The first is read before, so that a database that is away is still a 503. */
export const sendCsv = async (
  c: Context<Env>,
  fileName: string,
  lines: AsyncGenerator<string, void>,
) => {
  const first = await lines.next()
  return c.body(streamOf(first.value ?? '', lines), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    ...uncached,
  })
}
