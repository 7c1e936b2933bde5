/** The stream of live updates. */
import type { Iri } from '#content/model/iri.ts'

export interface HubMessage {
  id: string
  data: { '@id': Iri; [property: string]: unknown }
}

interface HubOptions {
  url: string
  /** What was heard last; the hub sends what came after it. */
  lastEventId: string | null
  /** What it says is in the API's words. */
  decode: (text: string) => unknown
  onOpen: () => void
  onLost: () => void
  onMessage: (message: HubMessage) => void
}

/** Listens until the returned function is called. After a loss it stays silent: who asked decides when to ask again. */
export const openHub = ({ url, lastEventId, decode, onOpen, onLost, onMessage }: HubOptions) => {
  const address = new URL(url, globalThis.location?.href)
  address.searchParams.set('topic', '*')
  if (lastEventId) address.searchParams.set('Last-Event-ID', lastEventId)

  const source = new EventSource(address, { withCredentials: true })
  source.addEventListener('open', onOpen)
  source.addEventListener('error', () => {
    source.close()
    onLost()
  })
  source.addEventListener('message', ({ lastEventId: id, data }: MessageEvent<string>) => {
    onMessage({ id, data: decode(data) as HubMessage['data'] })
  })
  return () => source.close()
}
