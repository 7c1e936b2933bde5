/** Editors who write, readers who read and one who listens, all the time, whatever becomes of the database meanwhile. */
import { type HubSubscriber, subscribeToHub } from './hub-subscriber.ts'
import { type HttpClient, createHttpClient } from './http-client.ts'

const past = '2026-01-05T09:00:00+00:00'

export interface SteadyLoad {
  /** The titles whose writing was acknowledged, by IRI. */
  acknowledged: ReadonlyMap<string, string>
  /** The number of responses by status; refused connections count as status 0. */
  statuses: ReadonlyMap<number, number>
  /** The number of refusals without a `Retry-After`. */
  withoutRetryAfter: () => number
  /** Resolves once so many more writes have been acknowledged. */
  waitForAcknowledged: (count: number) => Promise<void>
  /** Resolves once so many more requests have been refused. */
  waitForRefused: (count: number) => Promise<void>
  /** Ends the load; gives what was heard on the stream that was open all the time, event by event. */
  finish: () => Promise<{ ids: string[]; titles: unknown[] }>
}

interface LoadOptions {
  url: string
  editor: HttpClient
  writers?: number
  readers?: number
  /** Called before each request; a longer outage need not be asked thousands of times. */
  pause?: () => Promise<unknown>
}

/** Starts the writers, the readers and the subscriber. They go on until `finish` is called. */
export const startSteadyLoad = async ({
  url,
  editor,
  writers = 4,
  readers = 2,
  pause = () => Promise.resolve(),
}: LoadOptions): Promise<SteadyLoad> => {
  const acknowledged = new Map<string, string>()
  const statuses = new Map<number, number>()
  const visitor = createHttpClient(url)
  let waiting: (() => void)[] = []
  const stopping = new AbortController()
  let silent = 0
  let count = 0

  const countStatus = (status: number, headers?: Headers) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 503 && !headers?.get('retry-after')) silent += 1
    const woken = waiting
    waiting = []
    for (const resume of woken) resume()
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const refused = () => statuses.get(503) ?? 0

  const write = async () => {
    while (!stopping.signal.aborted) {
      await pause()
      const title = `Title ${(count += 1)}`
      const { status, json, headers } = await editor.post('/component/titles', {
        title,
        publishedAt: past,
      })
      if (status === 201) acknowledged.set(String(json['@id']), title)
      countStatus(status, headers)
    }
  }
  /** Addresses that are requested for the first time are in no cache, and neither are an editor's responses. */
  const read = async () => {
    while (!stopping.signal.aborted) {
      await pause()
      const missing = await visitor.request(`/nothing-${(count += 1)}`)
      countStatus(missing.status, missing.headers)
      const page = await editor.request('/')
      countStatus(page.status, page.headers)
    }
  }
  const listener = await subscribeToHub(url)
  await listener.nextBlock()
  const running = [...times(writers, write), ...times(readers, read)]

  return {
    acknowledged,
    statuses,
    withoutRetryAfter: () => silent,
    waitForAcknowledged: (more) => {
      const wanted = acknowledged.size + more
      return until(() => acknowledged.size >= wanted)
    },
    waitForRefused: (more) => {
      const wanted = refused() + more
      return until(() => refused() >= wanted)
    },
    finish: async () => {
      stopping.abort()
      await Promise.all(running)
      const last = await editor.post('/component/titles', { title: 'The end', publishedAt: past })
      return collectEventsUntil(listener, String(last.json['@id']))
    },
  }
}

const times = (count: number, act: () => Promise<void>) => Array.from({ length: count }, act)

/** Everything up to the event about a resource, that one not included. */
export const collectEventsUntil = async (listener: HubSubscriber, iri: string) => {
  const ids: string[] = []
  const titles: unknown[] = []
  for (;;) {
    const frame = await listener.nextFrame()
    if (!frame) throw new Error(`The stream ended after ${ids.length} events.`)
    if (frame.data['@id'] === iri) break
    ids.push(frame.id)
    titles.push(frame.data['title'])
  }
  listener.close()
  return { ids, titles }
}
