/** Statements about a system of machines: an effect happens only after a question was answered with yes. */

/** An effect, as its machine's chart names it. Exactly one of the properties after `machine` says of which kind it is. */
export interface EffectPattern {
  /** The id of the machine. */
  machine: string
  /** The name of an action, with its parameters where these tell it apart: `setNext(revert)`. */
  action?: string
  /** The source of an invoked actor. */
  invoke?: string
  /** The type of an event that the machine emits, raises or sends to another. */
  event?: string
  /** The id of a state that is entered. */
  state?: string
  /** Only as what this trigger causes: `navigation.requested`. */
  on?: string
  /** Only while these facts hold. */
  when?: readonly string[]
}

/** A transition by which a question is answered, or by which nothing is at stake any more. */
export interface Crossing {
  machine: string
  /** The id of the state that has the transition. */
  state: string
  /** The trigger as it is read in the chart: `deletion.confirmed`, `confirm done`. */
  event: string
  /** The guard that has to say that the answer is yes. */
  guard?: string
}

interface ActionPattern {
  action: string
  /** Only as what one of these events causes. */
  on?: readonly string[]
}

/**
 * Something that the context of a machine remembers. The guard of the same name is true if it holds, and false if not. It
 * does not hold at the start.
 */
export interface Fact {
  machine: string
  name: string
  /** The actions after which it holds. */
  setBy: readonly ActionPattern[]
  /** The actions after which it does not, unless they are among the first. */
  clearedBy: readonly ActionPattern[]
}

export interface Statement {
  /** The sentence that is proven. */
  says: string
  effect: EffectPattern
  /** The transitions by which the question is answered with yes. */
  asked: readonly Crossing[]
  /** The transitions after which nothing is lost: it is saved, for example. */
  settled?: readonly Crossing[]
  /** The states in which something is at stake, by the ids of their machines. Without, it is proven from the start. */
  from?: Readonly<Record<string, string>>
  /** The facts that hold in these states. */
  holding?: readonly string[]
  /** The guards that are true, because the event says so. */
  given?: readonly string[]
}

/** An effect that happens without a question, and the reason. */
export interface Exemption {
  effect: Omit<EffectPattern, 'on' | 'when'>
  because: string
}

/** All that is stated about a system. */
export interface Statements {
  statements: readonly Statement[]
  facts: readonly Fact[]
  exemptions: readonly Exemption[]
}
