/** Runs a minimal server: one route that always returns the same bytes. It prints its port and nothing else. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const { path, body, headers } = JSON.parse(process.env.ANSWER)
const app = new Hono().get(path, (c) => c.body(body, 200, headers))
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(port),
)
process.once('SIGTERM', () => server.close())
