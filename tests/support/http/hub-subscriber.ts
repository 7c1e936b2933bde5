/** Listens to the hub as a browser would, but one frame at a time. */
import type { HttpClient } from '../server/in-process-server.ts'

export interface Frame {
  /** The id of the event; empty for a message that is not stored. */
  id: string
  data: { '@id': string; [property: string]: unknown }
}

export interface SubscribeOptions {
  as?: HttpClient
  topics?: readonly string[]
  lastEventId?: string
  headers?: Record<string, string>
}

export const hubPath = '/.well-known/mercure'

const parseFrame = (block: string): Frame | null => {
  const [, id = ''] = /^id: (.*)$/m.exec(block) ?? []
  const [, data] = /^data: (.*)$/m.exec(block) ?? []
  return data ? { id, data: JSON.parse(data) as Frame['data'] } : null
}

/** Open once the hub has answered. */
export const subscribeToHub = async (
  url: string,
  { as, topics = ['*'], lastEventId, headers = {} }: SubscribeOptions = {},
) => {
  const closing = new AbortController()
  const address = new URL(hubPath + new URL(url).search, url)
  for (const topic of topics) address.searchParams.append('topic', topic)
  if (lastEventId) address.searchParams.set('Last-Event-ID', lastEventId)
  const cookie = as?.cookieFor(hubPath)
  const answer = await fetch(address, {
    headers: { ...(cookie && { cookie }), ...headers },
    signal: closing.signal,
  })
  if (answer.status !== 200 || !answer.body) throw new Error(`The hub answered ${answer.status}.`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''

  /** The next frame or comment, or null when the hub has ended the stream. */
  const nextBlock = async (): Promise<string | null> => {
    for (;;) {
      const [comment] = /^:[^\n]*\n+/.exec(buffered) ?? []
      const end = comment?.length ?? buffered.indexOf('\n\n') + 2
      if (end >= 2) {
        const found = buffered.slice(0, end)
        buffered = buffered.slice(end)
        return found
      }
      // A connection that was cut is an end like any other.
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) return null
      buffered += value
    }
  }

  return {
    headers: answer.headers,
    nextBlock,
    nextFrame: async (): Promise<Frame | null> => {
      for (;;) {
        const found = await nextBlock()
        if (found === null) return null
        const frame = parseFrame(found)
        if (frame) return frame
      }
    },
    close: () => closing.abort(),
  }
}

export type HubSubscriber = Awaited<ReturnType<typeof subscribeToHub>>
