/** Subscribes to the live updates of a Mercure hub by server-sent events. */
import type { HubMessage } from '#content/page/update-queue.ts'

interface HubOptions {
  url: string
  /** The id of the last event received; the hub replays the events after it. */
  lastEventId: string | null
  /** Decodes a message, which the API encodes as it does its responses. */
  decode: (text: string) => unknown
  onOpen: () => void
  onLost: () => void
  onMessage: (message: HubMessage) => void
}

/** Subscribes to all topics until the returned function is called. Does not reconnect: the caller decides when to. */
export const openHub = ({ url, lastEventId, decode, onOpen, onLost, onMessage }: HubOptions) => {
  const hubUrl = new URL(url, globalThis.location?.href)
  hubUrl.searchParams.set('topic', '*')
  if (lastEventId) hubUrl.searchParams.set('Last-Event-ID', lastEventId)

  const source = new EventSource(hubUrl, { withCredentials: true })
  source.addEventListener('open', onOpen)
  source.addEventListener('error', () => {
    source.close()
    onLost()
  })
  source.addEventListener('message', ({ lastEventId: id, data }: MessageEvent<string>) => {
    // A message that is not stored, such as that of a presence, has no id: the last event stays the one to resume after.
    onMessage({ id: id || (lastEventId ?? ''), data: decode(data) as HubMessage['data'] })
  })
  return () => source.close()
}
