/** Sends messages that are not stored, so that they cannot be replayed: who misses one reads the current state. */
import type { NewHubEvent } from '../store/events/new-hub-events.ts'
import { isRestricted } from './event-predicates.ts'
import { writeFrame } from './sse-stream.ts'
import { type SubscriberRegistry, forEachInBatches } from './subscriber-registry.ts'
import { createFrameCache } from './subscriber.ts'

interface TransientMessageOptions {
  subscribers: SubscriberRegistry
  /** The number of unread bytes above which a subscriber is sent nothing more. */
  maxUnreadBytes: number
}

/** Returns a function that sends messages to the subscribers that may receive them and have read all events. */
export const createTransientMessages =
  ({ subscribers: { caughtUp, disconnectRevoked }, maxUnreadBytes }: TransientMessageOptions) =>
  async (messages: readonly NewHubEvent[]) => {
    if (messages.some(isRestricted)) await disconnectRevoked(caughtUp)
    const frameFor = createFrameCache(messages)
    await forEachInBatches(caughtUp, (subscriber) => {
      const frame = frameFor(subscriber)
      if (frame && subscriber.response.writableLength <= maxUnreadBytes)
        writeFrame(subscriber.response, frame)
    })
  }
