/** A content API of somebody else's, as it was heard: of an older kind (`old`) and of today's (`new`). */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Dialect = 'old' | 'new'

interface RecordedResponse {
  etag?: string
  body: unknown
}

/** The path that each version is mounted at; the newer one puts it before every IRI. */
const mounts: Record<Dialect, string> = { old: '', new: '/_api' }

const readRecording = (dialect: Dialect) =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/remote-cwa/${dialect}.json`, import.meta.url), 'utf8'),
  ) as Record<string, RecordedResponse>

/** Starts an HTTP server that answers with recorded responses. */
export const startRemoteCwa = async (dialect: Dialect) => {
  const answers = readRecording(dialect)
  const mount = mounts[dialect]
  const requests: { iri: string; headers: IncomingMessage['headers'] }[] = []
  const subscribers = new Set<ServerResponse>()
  let status = 200
  let statusMessage: string | undefined

  const answer = (
    { url = '', headers, method }: IncomingMessage,
    response: ServerResponse,
  ): unknown => {
    const iri = url.slice(mount.length).split('?')[0]!
    if (headers.origin) {
      response.setHeader('access-control-allow-origin', headers.origin)
      response.setHeader('access-control-allow-credentials', 'true')
      response.setHeader('access-control-allow-headers', 'content-type, path, preload')
      response.setHeader('access-control-expose-headers', 'link, etag')
    }
    if (method === 'OPTIONS') return response.writeHead(204).end()
    if (url.startsWith('/.well-known/mercure')) {
      subscribers.add(response.on('close', () => subscribers.delete(response)))
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n')
    }
    requests.push({ iri, headers })
    const found = url.startsWith(mount) ? answers[iri] : undefined
    const sent = status === 200 ? (found ? 200 : 404) : status
    response.writeHead(sent, sent === 200 ? undefined : statusMessage, {
      'content-type': found ? 'application/ld+json' : 'application/problem+json',
      link: `<${base()}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation",<${hub()}>; rel="mercure"`,
      ...(found?.etag && { etag: found.etag }),
    })
    return response.end(JSON.stringify(sent === 200 ? found!.body : problemOf(sent)))
  }
  const problemOf = (of: number) =>
    dialect === 'old'
      ? { '@type': 'hydra:Error', 'hydra:description': `It said ${of}.` }
      : { '@type': 'Error', status: of, detail: `It said ${of}.` }

  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const base = () => origin + mount
  const hub = () => `${origin}/.well-known/mercure`

  return {
    base: base(),
    requests,
    /** Answers everything with this from now on, and with its own words for it; 200 as it was recorded. */
    respondWith: (of: number, words?: string) => {
      status = of
      statusMessage = words
    },
    /** Has a page moved. */
    move: (path: string, redirectPath: string) => {
      const iri = `/_/routes/${path}`
      answers[iri] = {
        body: { '@id': mount + iri, '@type': 'Route', _metadata: {}, path, redirectPath },
      }
    },
    /** Returns the number of subscribers of its hub. */
    subscriberCount: () => subscribers.size,
    /** Changes the first resource of a kind, and says so by the hub. */
    change: (kind: string, properties: object) => {
      const [, found] = Object.entries(answers).find(([iri]) => iri.startsWith(kind))!
      Object.assign(found.body as object, properties)
      for (const response of subscribers)
        response.write(`id: ${Date.now()}\ndata: ${JSON.stringify(found.body)}\n\n`)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
