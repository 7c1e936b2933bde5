/** The model of a machine: what its chart shows, as plain JSON in a stable order. */

export interface ChartModel {
  id: string
  description: string | null
  root: StateModel
  /** The types of the events that its transitions name, in the order in which they are declared. */
  hears: string[]
  /** The types of the events that its actions emit, as far as they can be told without running it. */
  emits: string[]
  /** The actors that it may start, by name. */
  actors: ActorModel[]
}

export type StateType = 'atomic' | 'compound' | 'parallel' | 'final' | 'history'

export interface StateModel {
  /** The id of the state node, which is unique in its machine: `door.open`. */
  id: string
  key: string
  type: StateType
  /** The depth to which a history state remembers; null for all others. */
  history: 'shallow' | 'deep' | null
  description: string | null
  tags: string[]
  /** Any JSON of the state's `meta`, without the descriptions of guards; null if it has none. */
  meta: Json | null
  /** The id of the state that is entered first; null where there is no choice. */
  initial: string | null
  entry: ActionModel[]
  exit: ActionModel[]
  invokes: InvokeModel[]
  transitions: TransitionModel[]
  states: StateModel[]
}

export interface TransitionModel {
  /** `state event`, with an index where the state has several for the event. Unique in its machine. */
  key: string
  trigger: Trigger
  guard: GuardModel | null
  /** The ids of its targets; none for a transition that stays where it is. */
  targets: string[]
  actions: ActionModel[]
  reenter: boolean
  description: string | null
}

/** The event, or the time, that a transition waits for. */
export type Trigger =
  /** An event of this type; `*` stands for any other, `pointer.*` for all that begin like this. */
  | { type: 'event'; name: string }
  /** The time that a delay of this name, or of this number of milliseconds, takes. */
  | { type: 'after'; delay: string }
  /** Nothing: it is taken as soon as its guard allows. */
  | { type: 'always' }
  /** The end of an invoked or spawned actor, its failure, or a change of its snapshot. */
  | { type: 'done' | 'error' | 'snapshot'; actor: string }
  /** The final state of the state itself. */
  | { type: 'stateDone' }

/** The parameters of a guard or an action are null where they are computed, or there are none. */
export type GuardModel =
  /** The description is that which the `meta` of the machine gives for the name: `meta: { guards: { isOpen: '…' } }`. */
  | { type: 'name'; name: string; params: Json | null; description: string | null }
  | { type: 'and' | 'or'; guards: GuardModel[] }
  | { type: 'not'; guard: GuardModel }
  | { type: 'stateIn'; state: string }
  /** A function that is written into the transition and has no name. */
  | { type: 'inline' }

export type ActionModel =
  | { type: 'name'; name: string; params: Json | null; does: BuiltInAction | null }
  | { type: 'inline'; does: BuiltInAction | null }

/** The effect of an action that is one of XState's own. */
export type BuiltInAction =
  | { type: 'assign' | 'log' | 'enqueueActions' }
  /** The type of the event is null where only running the action would tell it. */
  | { type: 'emit'; event: string | null }
  | { type: 'raise'; event: string | null; delay: string | null }
  | { type: 'sendTo'; event: string | null; actor: string | null }
  | { type: 'spawnChild'; src: string; id: string | null }
  | { type: 'stopChild' | 'cancel'; id: string | null }

export interface InvokeModel {
  id: string
  /** The name of the actor logic, or the id of a machine that is written in its place; null for other inline logic. */
  src: string | null
  systemId: string | null
  /** The input if it is plain JSON; null if it is computed, or there is none. */
  input: Json | null
}

export interface ActorModel {
  name: string
  /** The id of the machine; null for promises, callbacks and other logic. */
  machine: string | null
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Returns a state and all that are below it, each before its children. */
export const statesBelow = (state: StateModel): StateModel[] => [
  state,
  ...state.states.flatMap(statesBelow),
]

/** True for the id of a state itself, and of one inside it. */
export const includesState = (state: StateModel, id: string): boolean =>
  state.id === id || state.states.some((child) => includesState(child, id))

/** Returns all transitions of a chart, in the order of its states. */
export const transitionsOf = ({ root }: Pick<ChartModel, 'root'>) =>
  statesBelow(root).flatMap(({ transitions }) => transitions)
