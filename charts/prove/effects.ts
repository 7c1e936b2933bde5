/** Finds the effects whose names say that they destroy something. */
import type { ActionModel, ChartModel } from '../model/chart-model.ts'
import { statesBelow, transitionsOf } from '../model/chart-model.ts'
import { actionText } from '../model/action-text.ts'
import { isNamed } from './facts.ts'
import type { EffectPattern, Statements } from './statement.ts'

/** The verbs that say that something is lost. */
const verbs =
  /^(delete|discard|destroy|erase|forget|revert|remove|drop|abandon|revoke|purge|wipe|leave|signOut)(?![a-z])/
/** The same, of an event that tells of it. */
const participles =
  /^(emit|send|raise)(Deleted|Discarded|Destroyed|Removed|Reverted|SignOut)(?![a-z])/

/** True for `deleteItem`, `emitDiscarded` and `setNext(revert)`, and false for `setDeleted` and `emitDiscardCanceled`. */
export const destroys = (name: string) =>
  verbs.test(name) || participles.test(name) || verbs.test(/\(([^)]*)\)/.exec(name)?.[1] ?? '')

/** An effect as it stands in a chart. */
export interface NamedEffect {
  machine: string
  /** Null for an actor that is started. */
  action: ActionModel | null
  name: string
}

/** Returns the effects of a machine whose names say that they destroy something, each once. */
function destructiveEffects(chart: ChartModel): NamedEffect[] {
  const states = statesBelow(chart.root)
  const actions = [
    ...states.flatMap(({ entry, exit }) => [...entry, ...exit]),
    ...transitionsOf(chart).flatMap((transition) => transition.actions),
  ]
  const sources = states.flatMap(({ invokes }) => invokes.flatMap(({ src }) => src ?? []))
  const found: NamedEffect[] = [
    ...actions.map((action) => ({ machine: chart.id, action, name: actionText(action) })),
    ...sources.map((src) => ({ machine: chart.id, action: null, name: `starts ${src}` })),
  ]
  return [...new Map(found.map((effect) => [effect.name, effect])).values()].filter(({ name }) =>
    destroys(name.replace(/^starts /, '')),
  )
}

/** Returns the effects that destroy something by their names, and about which nothing is stated. */
export const unstatedEffects = (
  charts: readonly ChartModel[],
  { statements, exemptions }: Statements,
) => {
  const patterns = [...statements, ...exemptions].map(({ effect }) => effect)
  return charts
    .flatMap(destructiveEffects)
    .filter((effect) => !patterns.some((pattern) => isOf(effect, pattern)))
}

/** Returns the exemptions that are about no effect of any machine. */
export const unusedExemptions = (
  charts: readonly ChartModel[],
  { exemptions }: Pick<Statements, 'exemptions'>,
) => {
  const effects = charts.flatMap(destructiveEffects)
  return exemptions.filter(({ effect }) => !effects.some((one) => isOf(one, effect)))
}

/** True for an effect that a statement or an exemption is about. */
export const isOf = ({ machine, action, name }: NamedEffect, pattern: EffectPattern) => {
  if (pattern.machine !== machine) return false
  if (action === null) return name === `starts ${pattern.invoke}`
  const { does } = action
  return (
    (pattern.action !== undefined && isNamed(action, pattern.action)) ||
    (pattern.event !== undefined &&
      does !== null &&
      'event' in does &&
      does.event === pattern.event)
  )
}
