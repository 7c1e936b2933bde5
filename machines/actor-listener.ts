/** The one way in which actors hear each other: an actor listens to the facts that another one emits. */
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
 * Returns the input of a `listener`: `listenTo<ProgressEvent>({ fetcher: ['page.loaded'] })`. Does not compile when
 * that actor emits no such event, or when it is none of the events `Received`.
 */
export const listenTo = <Received extends EventObject>(subscriptions: {
  readonly [Id in EmitterId]?: readonly Receivable<EmittedBy<Id>, Received>['type'][]
}): Subscriptions => subscriptions

/**
 * Sends the events of other actors to the actor that invokes it. The others are found by their `systemId`, and may
 * start later or be replaced.
 */
export const listener = fromCallback<EventObject, Subscriptions>(({ input, system, sendBack }) => {
  const cancels = Object.entries(input).map(([id, types]) =>
    onStart(system, id, (emitterRef) => {
      const subscriptions = types.map((type) => emitterRef.on(type, sendBack))
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe()
      }
    }),
  )
  return () => {
    for (const cancel of cancels) cancel()
  }
})

type System = ActorSystem<{ actors: Record<string, AnyActorRef> }>
type Cancel = () => void
type StartHandler = (ref: AnyActorRef) => void

const startHandlers = new WeakMap<object, Map<string, Set<StartHandler>>>()

/** Calls `subscribe` with the actor of this id, now if it exists and each time a new one starts, until cancelled. */
function onStart(system: System, id: string, subscribe: (ref: AnyActorRef) => Cancel): Cancel {
  let current: AnyActorRef | undefined
  let unsubscribe: Cancel = () => {}
  const handle = (ref: AnyActorRef) => {
    if (ref === current) return
    unsubscribe()
    current = ref
    unsubscribe = subscribe(ref)
  }
  const handlers = startHandlersOf(system, id)
  handlers.add(handle)
  const existing = system.get(id)
  if (existing) handle(existing)
  return () => {
    handlers.delete(handle)
    unsubscribe()
  }
}

function startHandlersOf(system: System, id: string) {
  let byId = startHandlers.get(system)
  if (!byId) {
    byId = watchStarts(system)
    startHandlers.set(system, byId)
  }
  const handlers = byId.get(id) ?? new Set()
  byId.set(id, handlers)
  return handlers
}

/** Calls the handlers of an actor's id when it starts, before it runs its first actions. */
function watchStarts(system: System) {
  const byId = new Map<string, Set<StartHandler>>()
  system.inspect({
    next: (event) => {
      if (event.type !== '@xstate.event' || event.event.type !== 'xstate.init') return
      const started = event.actorRef as AnyActor
      if (started.systemId === undefined) return
      for (const handle of byId.get(started.systemId) ?? []) handle(started)
    },
  })
  return byId
}
