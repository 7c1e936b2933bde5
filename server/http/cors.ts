/**
 * Answers CORS requests (https://fetch.spec.whatwg.org/#http-cors-protocol): trusted origins may read responses and
 * send cookies.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Env } from './hono-env.ts'
import type { Origins } from './origins.ts'

/** The time for which browsers may cache a preflight response, in seconds; they allow at most two hours. */
const preflightMaxAge = 7_200

/** Returns the middleware that lets trusted origins send requests with cookies and read the headers of the contract. */
export const corsMiddleware = (origins: Origins): MiddlewareHandler<Env> =>
  cors({
    origin: (origin, c: Context<Env>) => (origins.isTrusted(c, origin) ? origin : null),
    credentials: true,
    maxAge: preflightMaxAge,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowHeaders: [
      ...['Content-Type', 'Authorization', 'Preload', 'Fields', 'Path'],
      ...['Account', 'Idempotency-Key', 'If-Match', 'Last-Event-ID'],
    ],
    exposeHeaders: [
      ...['Link', 'ETag', 'Expires', 'Location', 'Content-Location', 'Retry-After'],
      'valid-to-publish',
    ],
  })

/**
 * Wraps an app in CORS. The app runs on a context of its own: on a shared one, headers set before the response would
 * replace the response's, and its `Vary` would be lost. Most requests have no `Origin` and are passed on directly.
 */
export const withCors = (app: Hono<Env>, origins: Origins) => {
  const handle = corsMiddleware(origins)
  return new Hono<Env>()
    .use((c, next) => (c.req.header('origin') ? handle(c, next) : next()))
    .all('*', (c) => app.fetch(c.req.raw, c.env))
}
