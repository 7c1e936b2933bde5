/** Tells a client how far something is that takes long, and at last its result. */
import type { RestorationMessage } from '#content/admin/site-backup.ts'

/** The time between two messages, in milliseconds. */
const interval = 200

/** The last message. */
export type Outcome = Exclude<RestorationMessage, { type: 'progress' }>

/**
 * Returns a stream of messages as JSON lines. What runs is not stopped where the client goes: it ends as a whole.
 * `run` never rejects.
 */
export const streamProgress = (
  run: (report: (done: number) => void) => Promise<Outcome>,
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const encoder = new TextEncoder()
  let isRead = true
  let sentAt = 0
  const runFor = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const send = (message: RestorationMessage) => {
      if (isRead) controller.enqueue(encoder.encode(`${JSON.stringify(message)}\n`))
    }
    send(
      await run((done) => {
        if (performance.now() - sentAt < interval) return
        sentAt = performance.now()
        send({ type: 'progress', done })
      }),
    )
    if (isRead) controller.close()
  }
  return new ReadableStream({
    start: (controller) => {
      // Not awaited, because nothing is sent before `start` has ended.
      runFor(controller).catch((error: unknown) => controller.error(error))
    },
    cancel: () => {
      isRead = false
    },
  })
}
