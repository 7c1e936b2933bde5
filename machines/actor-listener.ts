/** Lets actors listen to the events that other actors emit. There is no other way in which they learn of them. */
import {
  type ActorSystem,
  type AnyActor,
  type AnyActorRef,
  type EventObject,
  fromCallback,
} from 'xstate'
import type { EmittedBy, EmitterId } from './emitted-events.ts'

/** The types of the events to listen to, by the id of the actor that emits them. */
type Subscriptions = Readonly<Partial<Record<EmitterId, readonly string[]>>>

/** The emitted events that an actor with the events `Received` can receive. */
type Receivable<Emitted, Received> = Emitted extends Received ? Emitted : never

/**
 * Returns an entry of `invoke` for a `listener`: `listenTo<ProgressEvent>({ fetcher: ['page.loaded'] })`. Does not compile
 * when that actor emits no such event, or when it is none of the events `Received`.
 */
export const listenTo = <Received extends EventObject>(input: {
  readonly [Id in EmitterId]?: readonly Receivable<EmittedBy<Id>, Received>['type'][]
}) => ({ src: 'listener' as const, input: input as Subscriptions })

/**
 * Sends the events of other actors to the actor that invokes it. The others are found by their `systemId`, and may
 * start later or be replaced. All actors hear events in the order in which they were emitted.
 */
export const listener = fromCallback<EventObject, Subscriptions>(({ input, system, sendBack }) => {
  const { add, remove } = dispatcherOf(system)
  const listening = { subscriptions: input, sendBack }
  add(listening)
  return () => remove(listening)
})

type System = ActorSystem<{ actors: Record<string, AnyActorRef> }>

interface Listening {
  subscriptions: Subscriptions
  sendBack: (event: EventObject) => void
}

interface Dispatcher {
  add: (listening: Listening) => void
  remove: (listening: Listening) => void
}

const dispatchers = new WeakMap<object, Dispatcher>()

function dispatcherOf(system: System) {
  const dispatcher = dispatchers.get(system) ?? createDispatcher(system)
  dispatchers.set(system, dispatcher)
  return dispatcher
}

/**
 * Delivers the events that the actors of a system emit. An event reaches all actors that listen to it before anything
 * that one of them emits in response.
 */
function createDispatcher(system: System): Dispatcher {
  const listenings = new Set<Listening>()
  const followed = new WeakSet<AnyActorRef>()
  const run = createQueue()

  const follow = (ref: AnyActorRef, id: string) => {
    if (followed.has(ref)) return
    followed.add(ref)
    ref.on('*', (event) => run(sendsOf(listenings, id, event)))
  }
  followStarted(system, follow)
  return {
    add: (listening) => {
      listenings.add(listening)
      for (const id of Object.keys(listening.subscriptions)) {
        const ref = system.get(id)
        if (ref) follow(ref, id)
      }
    },
    remove: (listening) => listenings.delete(listening),
  }
}

/** Returns functions that send the event to those who listen to it now, unless they have stopped listening by then. */
const sendsOf = (listenings: Set<Listening>, emitter: string, event: EventObject) =>
  [...listenings]
    .filter(({ subscriptions }) => subscriptions[emitter as EmitterId]?.includes(event.type))
    .map((listening) => () => listenings.has(listening) && listening.sendBack(event))

/** Returns a function that calls the functions it is given in order, after those of earlier calls, even while they run. */
function createQueue() {
  const queue: (() => unknown)[] = []

  return (tasks: readonly (() => unknown)[]) => {
    const isRunning = queue.length > 0
    queue.push(...tasks)
    if (isRunning) return
    // A task is removed after it has run, so that tasks which it adds are run by this call.
    for (; queue.length > 0; queue.shift()) queue[0]!()
  }
}

/** Calls `follow` with each actor that has a `systemId` when it starts, before it runs its first actions. */
function followStarted(system: System, follow: (ref: AnyActorRef, id: string) => void) {
  system.inspect({
    next: (event) => {
      if (event.type !== '@xstate.event' || event.event.type !== 'xstate.init') return
      const started = event.actorRef as AnyActor
      if (started.systemId !== undefined) follow(started, started.systemId)
    },
  })
}
