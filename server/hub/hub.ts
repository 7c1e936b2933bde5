/**
 * Runs the live-update hub, which sends server-sent events by Mercure's protocol (https://mercure.rocks/spec). Events
 * are read from the event log, to which every write appends them in its own transaction: a crash loses none, and a
 * client that reconnects with the id of its last event gets all later ones.
 */
import type { ServerResponse } from 'node:http'
import type { Sessions } from '../auth/sessions.ts'
import type { Log } from '../log.ts'
import type { EventLog } from '../store/events/event-log.ts'
import type { ReadCurrentEventData } from './refresh-past-events.ts'
import { createEventPublisher } from './event-publisher.ts'
import { createReplayBatches } from './replay-batches.ts'
import { createReplay, createWaitingReplays } from './replay.ts'
import { createRetryingTask } from './retrying-task.ts'
import { eventIdOf, keepAliveFrame, sendHeaders, writeFrame } from './sse-stream.ts'
import { createSubscriberRegistry, forEachInBatches } from './subscriber-registry.ts'
import { createTransientMessages } from './transient-messages.ts'
import type { Subscriber, Subscription } from './subscriber.ts'

interface HubOptions {
  events: EventLog
  sessions: Pick<Sessions, 'accountsOf'>
  currentEventData: ReadCurrentEventData
  log: Log
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  keepAlive: 40_000,
  /** The number of unread bytes above which a subscriber lags, and its events are replayed from the event log. */
  maxUnreadBytes: 256 * 1024,
  /** The time for which they may stay unread before the subscriber is disconnected, in milliseconds. */
  drainTimeout: 30_000,
  /** The time before the database is queried again after an error, in milliseconds. */
  retryDelay: 1_000,
}

/** Creates the parts of the hub: its subscribers, the publisher of new events and the replay of past ones. */
const createHubParts = ({ events, sessions, currentEventData, log, limits: given }: HubOptions) => {
  const limits = { ...defaultLimits, ...given }
  const { maxUnreadBytes, drainTimeout, retryDelay, keepAlive } = limits
  const subscribers = createSubscriberRegistry(sessions)
  const onLag = (subscriber: Subscriber) => {
    subscribers.caughtUp.delete(subscriber)
    startReplay(subscriber)
  }
  const publisher = createEventPublisher({ events, subscribers, maxUnreadBytes, onLag })
  const reading = createRetryingTask({
    run: publisher.publishNewEvents,
    onSuccess: () => waitingReplays.resume(),
    onError: (error) => log.error(error, hubName),
    retryDelay,
  })
  const waitingReplays = createWaitingReplays(reading.retryLater)
  const newestId = () => publisher.last().id
  const startReplay = createReplay({
    events,
    log,
    subscribers,
    newestId,
    batches: createReplayBatches({ events, currentEventData, newestId, maxBytes: maxUnreadBytes }),
    drainTimeout,
    waitForNextRead: waitingReplays.wait,
  })
  const send = createTransientMessages({ subscribers, maxUnreadBytes })
  return { subscribers, publisher, reading, startReplay, send, keepAliveInterval: keepAlive }
}

type HubParts = ReturnType<typeof createHubParts>

/** Returns a function that subscribes a response to events until either side closes it. */
const createSubscribe =
  ({ subscribers, publisher, startReplay }: HubParts) =>
  ({ lastEventId, ...subscription }: Subscription, response: ServerResponse) => {
    const { id } = publisher.last()
    const subscriber = {
      ...subscription,
      response,
      resumeAfter: lastEventId,
      lastSentId: id,
      joinedAtId: id,
    }
    subscribers.add(subscriber)
    sendHeaders(response)
    startReplay(subscriber)
  }

/** Returns a function that counts the connected browsers, those that lack events, and the events that are not sent yet. */
const createStatus =
  ({ subscribers: { connected, caughtUp }, publisher }: HubParts, events: EventLog) =>
  async () => ({
    readers: connected.size,
    catchingUp: connected.size - caughtUp.size,
    behind: Math.max(0, ((await events.newest())?.id ?? 0) - publisher.last().id),
  })

/** Creates the hub, which sends the events of the log to its subscribers. Nothing is sent before `start`. */
export const createHub = (options: HubOptions) => {
  const parts = createHubParts(options)
  const { subscribers, publisher, reading, send, keepAliveInterval } = parts

  const sendKeepAlive = () => {
    forEachInBatches(subscribers.caughtUp, ({ response }) =>
      writeFrame(response, keepAliveFrame),
    ).catch((error: unknown) => options.log.error(error, hubName))
  }
  const keepAlive = setInterval(sendKeepAlive, keepAliveInterval).unref()

  return {
    /** Makes the hub read new events and publish them. */
    wake: reading.wake,

    /** Starts at the newest event: only what is committed from now on is published. */
    start: publisher.skipToNewest,

    subscribe: createSubscribe(parts),

    /**
     * Returns the id of the newest event that was sent to all subscribers who have caught up. Read it before a page is
     * read: later events are those that the page may lack.
     */
    lastEventId: () => {
      const { uuid } = publisher.last()
      return uuid && eventIdOf(uuid)
    },

    onEvent: publisher.onEvent,

    /** Sends messages that are not stored to the subscribers who may receive them and have every event. */
    send,

    subscriberCount: () => subscribers.connected.size,

    status: createStatus(parts, options.events),

    close() {
      clearInterval(keepAlive)
      reading.close()
      for (const { response } of subscribers.connected) response.end()
    },
  }
}

export type Hub = ReturnType<typeof createHub>

const hubName = 'hub'
