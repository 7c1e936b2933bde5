/** Defines a subscriber of the hub, and the events that it may receive. */
import type { ServerResponse } from 'node:http'
import { type Audience, includes } from '../store/events/audience.ts'
import type { NewHubEvent } from '../store/events/new-hub-events.ts'
import { type SentEvent, type SseFrame, frameEvents } from './sse-stream.ts'
import type { TopicSelectors } from './topic-selectors.ts'

export interface Subscription {
  topics: TopicSelectors
  /** The hash of the subscriber's session; null for visitors. */
  sessionHash: string | null
  /** The audience that the subscriber belongs to. */
  audience: Audience
  lastEventId: string | null
}

export interface Subscriber extends Omit<Subscription, 'lastEventId'> {
  response: ServerResponse
  /** The id of the last event that the client says it has, until that has been looked up; then null. */
  resumeAfter: string | null
  /** The row id of the last event that it was sent, or that was skipped for it. */
  lastSentId: number
  /** The row id of the newest event when it connected. Older events are sent with their current content. */
  joinedAtId: number
}

/** True when the subscriber has asked for the event's topic and belongs to its audience. */
export const mayReceive = (
  { topics, audience }: Subscriber,
  event: Pick<NewHubEvent, 'topic' | 'audience'>,
) => includes(event.audience, audience) && topics.matches(event.topic)

/** Returns the frame of some events for a subscriber; made once for all that have the same topics and audience. */
export const createFrameCache = (batch: readonly (NewHubEvent & SentEvent)[]) => {
  const frames = new Map<string, SseFrame | null>()
  return (subscriber: Subscriber) => {
    const key = `${subscriber.audience} ${subscriber.topics.key}`
    const cached = frames.get(key)
    if (cached !== undefined) return cached
    const received = batch.filter((event) => mayReceive(subscriber, event))
    const frame = received.length ? frameEvents(received) : null
    frames.set(key, frame)
    return frame
  }
}
