/** The endpoint of the hub, at which clients subscribe to live updates: https://mercure.rocks/spec */
import type { IncomingMessage } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { viewerOf } from '../users/account-row.ts'
import { hubPath, hubTokenFrom } from '../http/session-cookies.ts'
import { type Env } from '../http/hono-env.ts'
import { anonymous } from '../auth/viewer.ts'
import { streamCaching } from '../http/cache-policy.ts'
import { corsMiddleware } from '../http/cors.ts'
import type { Hub } from '../hub/hub.ts'
import type { Subscription } from '../hub/subscriber.ts'
import type { Origins } from '../http/origins.ts'
import type { Sessions } from '../auth/sessions.ts'
import { audienceOf } from '../store/events/audience.ts'
import { parseTopicSelectors } from '../hub/topic-selectors.ts'
import { apiBase } from '#content/navigation/api-base.ts'
import { methodNotAllowed } from '../http/endpoint-helpers.ts'
import { content, errorResponses, headerParameter, queryParameter } from '../openapi/operations.ts'

type C = Context<Env>

interface HubRoutesOptions {
  hub: Hub
  sessions: Sessions
  origins: Origins
}

/** Frees the headers of a request, because streams stay open for hours, and there are many. */
const dropRequestHeaders = (request: IncomingMessage) => {
  request.rawHeaders.length = 0
  request.headers = {}
}

/** The names of the query parameter in the versions of Mercure. */
const lastEventIdParameters = ['Last-Event-ID', 'lastEventID', 'last_event_id']

/**
 * Returns the id of the last event that the client has had. The header has priority, since a browser that reconnects by
 * itself sends a newer id in it.
 */
const lastEventIdOf = (c: C) => {
  const lastEventId = [
    c.req.header('last-event-id'),
    ...lastEventIdParameters.map((name) => c.req.query(name)),
  ].find(Boolean)
  const uuid = lastEventId?.toLowerCase().replace(/^urn:uuid:/, '')
  // Other texts are not ids of ours, and some cannot even be looked up in PostgreSQL.
  return uuid && uuidPattern.test(uuid) ? uuid : null
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the session that the token of a request names, if any, and the audience that its viewer belongs to. */
const identifySubscriber = async (
  c: C,
  sessions: Sessions,
): Promise<Pick<Subscription, 'sessionHash' | 'audience'>> => {
  const token = hubTokenFrom(c.req.header('authorization'), c.req.header('cookie'))
  const session = token ? await sessions.read(token) : null
  return {
    sessionHash: session?.hash ?? null,
    audience: audienceOf(session ? viewerOf(session.account) : anonymous),
  }
}

/** Returns the headers of a stream, which trusted origins may read. */
const streamHeaders = (c: C, origins: Origins): Record<string, string> => {
  const origin = c.req.header('origin')
  return {
    'Content-Type': 'text/event-stream',
    ...streamCaching,
    // Stops proxies from buffering the stream.
    'X-Accel-Buffering': 'no',
    ...(origin &&
      origins.isTrusted(c, origin) && {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
      }),
  }
}

/** Returns the routes of the hub. A stream is written to the connection itself, so it needs the HTTP server. */
export const hubRoutes = ({ hub, sessions, origins }: HubRoutesOptions) =>
  new Hono<Env>()
    .get(hubPath, async (c) => {
      const topics = parseTopicSelectors(
        new URL(c.req.url).searchParams,
        (origins.siteOrigin(c) ?? origins.requestOrigin(c)) + apiBase,
      )
      const response = (c.env as Env['Bindings'] | undefined)?.outgoing
      if (c.req.method === 'HEAD') return c.body(null, 200, streamHeaders(c, origins))
      if (!response)
        throw new Error(
          'The hub can only be requested over HTTP, because it writes to the connection.',
        )
      const subscriber = await identifySubscriber(c, sessions)
      const lastEventId = lastEventIdOf(c)
      response.writeHead(200, streamHeaders(c, origins))
      dropRequestHeaders(response.req)
      hub.subscribe({ topics, ...subscriber, lastEventId }, response)
      return RESPONSE_ALREADY_SENT
    })
    .options(hubPath, (c, next) =>
      c.req.header('origin') ? corsMiddleware(origins)(c, next) : next(),
    )
    .all(hubPath, methodNotAllowed('GET'))

/** Describes the hub, which is outside the API's own path, as Mercure prescribes. */
export const hubOpenApiPaths = {
  [hubPath]: {
    servers: [{ url: '/' }],
    get: {
      operationId: 'subscribe',
      parameters: [
        queryParameter('topic', { type: 'array', items: { type: 'string' } }),
        ...lastEventIdParameters.map((name) => queryParameter(name)),
        headerParameter('Last-Event-ID'),
      ],
      responses: {
        200: {
          description:
            'Changes of resources as server-sent events: each has an id and the resource as JSON.',
          content: content('text/event-stream', { type: 'string' }),
        },
        ...errorResponses(400),
      },
    },
  },
}
