/** Tells another window what the actors of this one do. Loaded when the first one is opened. */
import type { AnyActorRef } from 'xstate'
import type { RecordedStream } from '#charts/record/recorder.ts'
import { recordingOf } from './recorder.ts'
import { type SharedMessage, channelName } from './window-channel.ts'

/** The time in which changes are told together, in milliseconds: shorter than people notice. */
const interval = 50

/** Tells the window that has the id what happens in the system of an actor, without private values, until the signal. */
export function shareSystem(actor: AnyActorRef, id: string, signal: AbortSignal) {
  const channel = new BroadcastChannel(channelName(id))
  const post: (message: SharedMessage) => void = channel.postMessage.bind(channel)
  let stream: RecordedStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    if (stream) post({ type: 'happened', ...stream.take() })
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    stream?.stop()
    stream = undefined
  }
  channel.addEventListener('message', ({ data }: MessageEvent<SharedMessage>) => {
    if (data.type !== 'joined' && data.type !== 'left') return
    stop()
    if (data.type === 'left') return
    stream = recordingOf(actor).recorder.stream(() => (timer ??= setTimeout(tell, interval)))
    tell()
  })
  addEventListener('pagehide', () => post({ type: 'ended' }), { signal })
  signal.addEventListener('abort', () => {
    stop()
    post({ type: 'ended' })
    // Not at once, since the last message would be lost with it.
    setTimeout(() => channel.close())
  })
  // The other window may be there already.
  post({ type: 'began' })
}
