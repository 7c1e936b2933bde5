/** The hub's stream of events for browsers that run in the process of the server, where there is no EventSource. */
import { PassThrough } from 'node:stream'
import type { Hono } from 'hono'
import { fromCallback } from 'xstate'
import type { HubMessage } from '#content/page/update-queue.ts'
import {
  type HubAddress,
  type HubStreamEvent,
  hubConnectionMachine,
} from '#machines/live/hub-connection.ts'
import type { DeferredBundle, DeferredActors } from '#machines/app/deferred.ts'
import { hubPath } from '#server/http/session-cookies.ts'
import type { Env } from '#server/http/hono-env.ts'
import { deferred } from '#src/app/effects/deferred-effects.ts'

/** Receives the events after one until the returned function is called. */
export type Subscribe = (
  lastEventId: string | null,
  onMessage: (message: HubMessage) => void,
  { decode, onLost }: { decode: (text: string) => unknown; onLost: () => void },
) => () => void

const lineOf = (lines: readonly string[], name: string) =>
  lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)

/** Returns the ids and data of a part of the stream, which the hub writes event by event. */
const eventsIn = (text: string) =>
  text.split('\n\n').flatMap((event) => {
    const lines = event.split('\n')
    const data = lineOf(lines, 'data')
    return data === undefined ? [] : [{ id: lineOf(lines, 'id'), data }]
  })

/** Returns a function that subscribes to the real hub, as a browser with these cookies does. */
export const createSubscribe =
  (routes: Hono<Env>, cookie: string): Subscribe =>
  (lastEventId, onMessage, { decode, onLost }) => {
    const outgoing = Object.assign(new PassThrough(), {
      req: { rawHeaders: [], headers: {} },
      writeHead: () => {},
      flushHeaders: () => {},
    })
    // As in a browser, an event without an id leaves that of the last one.
    let lastId = lastEventId ?? ''
    outgoing.on('data', (chunk: Buffer) => {
      for (const { id, data } of eventsIn(chunk.toString())) {
        lastId = id ?? lastId
        onMessage({ id: lastId, data: decode(data) as HubMessage['data'] })
      }
    })
    const query = new URLSearchParams({
      topic: '*',
      ...(lastEventId !== null && { 'Last-Event-ID': lastEventId }),
    })
    // As for a browser, a stream that cannot be opened is a lost connection.
    Promise.resolve(
      routes.request(`http://localhost${hubPath}?${query.toString()}`, { headers: { cookie } }, {
        outgoing,
      } as unknown as Env['Bindings']),
    ).catch(onLost)
    return () => void outgoing.destroy()
  }

/** Provides the live updates of a browser, without the other actors that are loaded after a page. */
export const liveUpdatesBundle = (
  subscribe: Subscribe,
  { isOnline, decode }: { isOnline: () => boolean; decode: (text: string) => unknown },
): DeferredBundle => {
  const openHub = fromCallback<HubStreamEvent, HubAddress>(({ input, sendBack }) => {
    const onLost = () => sendBack({ type: 'connection.lost' })
    if (!isOnline()) {
      onLost()
      return
    }
    const onMessage = (message: HubMessage) => sendBack({ type: 'message.received', ...message })
    const close = subscribe(input.lastEventId, onMessage, { decode, onLost })
    sendBack({ type: 'connection.opened' })
    return close
  })
  const liveUpdates = deferred.liveUpdates.provide({
    actors: { hubConnection: hubConnectionMachine.provide({ actors: { openHub } }) },
  })
  return { actors: { liveUpdates } as unknown as DeferredActors, views: null }
}
