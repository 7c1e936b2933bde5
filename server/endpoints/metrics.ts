/** The endpoint that Prometheus reads. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { statusCaching } from '../http/cache-policy.ts'
import type { Env } from '../http/hono-env.ts'
import type { Metrics } from '../monitoring/metrics.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Returns the route of `/metrics`, for requests with the token only: `Authorization: Bearer …`. */
export const metricsRoutes = ({ contentType, read }: Metrics, token: string) => {
  const expected = hashOf(`Bearer ${token}`)
  return new Hono<Env>().get('/metrics', async (c) => {
    // Hashes have one length, and take equally long to compare wherever they differ.
    if (!timingSafeEqual(hashOf(c.req.header('authorization') ?? ''), expected))
      return c.body(null, 401, { 'WWW-Authenticate': 'Bearer', ...statusCaching })
    return c.body(await read(), 200, { 'Content-Type': contentType, ...statusCaching })
  })
}
