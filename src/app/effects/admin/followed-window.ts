/** Follows what the actors of another window do. */
import { RecordedSteps } from '#charts/live/recorded-steps.ts'
import type { Json } from '#charts/model/chart-model.ts'
import { checkedParts } from '#charts/record/check-recording.ts'
import type { MachineViewerEvent } from '#machines/admin/machine-viewer.ts'
import { type SharedMessage, channelName } from './window-channel.ts'

/** The time in which the other window has to answer, in milliseconds. */
const answerTimeout = 5_000

/** Tells what happens in the window with an id, and that it is gone. Returns a function that ends it. */
export function followWindow(id: string, tell: (event: MachineViewerEvent) => void) {
  const channel = new BroadcastChannel(channelName(id))
  const post: (message: SharedMessage) => void = channel.postMessage.bind(channel)
  const lose = () => tell({ type: 'system.lost' })
  const timer = setTimeout(lose, answerTimeout)
  const reader = new RecordedSteps()
  channel.addEventListener('message', ({ data }: MessageEvent<SharedMessage>) => {
    if (data.type === 'began') post({ type: 'joined' })
    else if (data.type === 'ended') lose()
    else if (data.type === 'happened') {
      clearTimeout(timer)
      const { actors, entries } = data as unknown as Record<string, Json>
      const part = checkedParts({ actors: actors!, timers: [], entries: entries! })
      tell({ type: 'system.changed', ...reader.read(part) })
    }
  })
  const leave = () => post({ type: 'left' })
  addEventListener('pagehide', leave)
  post({ type: 'joined' })
  return () => {
    clearTimeout(timer)
    removeEventListener('pagehide', leave)
    leave()
    channel.close()
  }
}
