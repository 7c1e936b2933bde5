/** Endpoints for monitoring: they tell whether the process is alive, and whether it should receive requests. */
import { Hono } from 'hono'
import type { Env } from '../http/hono-env.ts'
import { retryHeaders } from '../http/error-response.ts'
import { statusCaching } from '../http/cache-policy.ts'
import type { Health } from '../health.ts'

const headers = { ...statusCaching }
const unavailableHeaders = { ...headers, ...retryHeaders }

/**
 * Returns the routes of health checks. `/healthz` is 200 while this process runs and reaches its database. `/readyz` is
 * 200 while it can also write, and otherwise says what is wrong:
 * `{"ready":false,"checks":{"database":"ok","disk":"full"}}`.
 */
export const healthRoutes = (health: Health) =>
  new Hono<Env>()
    .get('/healthz', async (c) => {
      const { database } = await health.check()
      const healthy = database !== 'unreachable'
      return healthy
        ? c.json({ healthy }, 200, headers)
        : c.json({ healthy }, 503, unavailableHeaders)
    })
    .get('/readyz', async (c) => {
      const checks = await health.check()
      const ready = Object.values(checks).every((check) => check === 'ok')
      return ready
        ? c.json({ ready, checks }, 200, headers)
        : c.json({ ready, checks }, 503, unavailableHeaders)
    })
