/** Where live updates are subscribed to (api, section 7). */
import type { IncomingMessage } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { viewerOf } from '../accounts.ts'
import { hubPath, hubSessionIn } from '../cookies.ts'
import { type Env, isEditor } from '../env.ts'
import type { Hub } from '../hub.ts'
import type { Origins } from '../origins.ts'
import { problem } from '../problem.ts'
import type { Sessions } from '../sessions.ts'
import { apiBase } from './http.ts'

type C = Context<Env>

interface HubRouteOptions {
  hub: Hub
  sessions: Sessions
  origins: Origins
}

const mostTopics = 100

/** The line stays open for hours, and there are many of them: what was asked is of no more use. */
const forgetHeaders = (request: IncomingMessage) => {
  request.rawHeaders.length = 0
  request.headers = {}
}

/** An absolute URL of this API is the IRI it ends with; in a template `{…}` stands for anything: paths are ids too. */
const patternOf = (topic: string, base: string) => {
  const bare = topic.startsWith(`${base}/`) ? topic.slice(base.length) : topic
  if (!bare.includes('{')) return (told: string) => told === bare
  const escaped = bare.split(/\{[^}]*\}/).map((part) => part.replace(/[^\w/]/g, String.raw`\$&`))
  const pattern = new RegExp(`^${escaped.join('[^?]+')}$`)
  return (told: string) => pattern.test(told)
}

const everything = () => true

const wantsOf = (topics: readonly string[], base: string) => {
  if (topics.includes('*')) return everything
  const patterns = topics.map((topic) => patternOf(topic, base))
  return (told: string) => patterns.some((isIt) => isIt(told))
}

/** A browser that reconnects by itself says it in the header, and has then heard more than the address says. */
const lastEventIdOf = (c: C) => {
  const said =
    c.req.header('last-event-id') || c.req.query('Last-Event-ID') || c.req.query('lastEventID')
  return said ? said.replace(/^urn:uuid:/, '') : null
}

export const hubRoute = ({ hub, sessions, origins }: HubRouteOptions) => {
  const editorSessionOf = async (c: C) => {
    const token = hubSessionIn(c.req.header('cookie'))
    const session = token ? await sessions.read(token) : null
    return session && isEditor(viewerOf(session.account)) ? session.hash : null
  }

  const headersFor = (c: C): Record<string, string> => {
    const origin = c.req.header('origin')
    return {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      // Proxies would wait for more before they pass anything on.
      'X-Accel-Buffering': 'no',
      Vary: 'Origin',
      ...(origin &&
        origins.isTrusted(c, origin) && {
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Allow-Credentials': 'true',
        }),
    }
  }

  return new Hono<Env>()
    .get(hubPath, async (c) => {
      const topics = c.req.queries('topic') ?? []
      if (!topics.length) throw problem(400, { detail: 'Say which topic, or topic=* for all.' })
      if (topics.length > mostTopics) throw problem(400, { detail: 'These are too many topics.' })
      const response = (c.env as Env['Bindings'] | undefined)?.outgoing
      if (c.req.method === 'HEAD') return c.body(null, 200, headersFor(c))
      if (!response) throw new Error('The hub writes to a connection; ask for it over HTTP.')
      const subscription = {
        wants: wantsOf(topics, origins.own(c) + apiBase),
        session: await editorSessionOf(c),
        lastEventId: lastEventIdOf(c),
      }
      response.writeHead(200, headersFor(c))
      forgetHeaders(response.req)
      void hub.subscribe(subscription, response)
      return RESPONSE_ALREADY_SENT
    })
    .all(hubPath, () => {
      throw problem(405, { headers: { Allow: 'GET' } })
    })
}
