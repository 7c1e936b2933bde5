/** Cross-origin requests (CORS): which origins may read answers and send cookies, and what they may send and see. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Env } from './hono-env.ts'
import type { Origins } from './origins.ts'

/** How long a browser need not ask again what it may send, in seconds; browsers shorten it to two hours at most. */
const preflightLifetime = 7_200

export const corsMiddleware = (origins: Origins): MiddlewareHandler<Env> =>
  cors({
    origin: (origin, c: Context<Env>) => (origins.isTrusted(c, origin) ? origin : null),
    credentials: true,
    maxAge: preflightLifetime,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowHeaders: [
      ...['Content-Type', 'Authorization', 'Preload', 'Fields', 'Path'],
      ...['If-Match', 'Last-Event-ID'],
    ],
    exposeHeaders: [
      ...['Link', 'ETag', 'Expires', 'Location', 'Content-Location', 'Retry-After'],
      'valid-to-publish',
    ],
  })

/**
 * Puts an app behind CORS. The app answers on a context of its own: on a shared one, the headers set before the answer
 * would replace the answer's, and its `Vary` was lost so. Most requests name no origin and are passed on as they are.
 */
export const withCors = (app: Hono<Env>, origins: Origins) => {
  const handle = corsMiddleware(origins)
  return new Hono<Env>()
    .use((c, next) => (c.req.header('origin') ? handle(c, next) : next()))
    .all('*', (c) => app.fetch(c.req.raw, c.env))
}
