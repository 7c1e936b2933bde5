/** Says what an event might destroy, before somebody sends it by hand. */
import { type ChartModel, type StateModel, statesBelow } from '../model/chart-model.ts'
import type { TransitionModel } from '../model/chart-model.ts'
import { actionText } from '../model/action-text.ts'
import { triggerText } from '../model/transition-model.ts'
import { type NamedEffect, destroys, isOf } from '../prove/effects.ts'
import type { Statements } from '../prove/statement.ts'

interface Question {
  /** The type of the event. */
  event: string
  chart: Pick<ChartModel, 'id' | 'root'>
  /** The ids of the states that the machine is in. */
  active: ReadonlySet<string>
}

/**
 * Returns what an event might destroy, in sentences; none for an event that destroys nothing. It answers a question about
 * something destructive with yes, or one of its transitions has an effect that does so itself. Guards are not asked. What needs
 * no question where other machines send the event needs one here, since these have asked before.
 */
export function destructionBy(
  { event, chart, active }: Question,
  { statements, exemptions }: Statements,
): string[] {
  const states = statesBelow(chart.root).filter(({ id }) => active.has(id))
  const answers = statements.filter(({ asked }) =>
    asked.some(
      (each) => each.machine === chart.id && each.event === event && active.has(each.state),
    ),
  )
  const effects = states
    .flatMap((state) => state.transitions)
    .filter(({ trigger }) => triggerText(trigger) === event)
    .flatMap((transition) => effectsOf(transition, chart))
  const destructive = effects.filter(
    (effect) =>
      statements.some((statement) => isOf(effect, statement.effect)) ||
      destroys(effect.name.replace(/^starts /, '')),
  )
  const reasonOf = (effect: NamedEffect) =>
    exemptions.find((exemption) => isOf(effect, exemption.effect))?.because
  return [
    ...new Set([
      ...answers.map(({ says }) => `It answers this question with yes: ${says}`),
      ...destructive.map((effect) => {
        const { name } = effect
        const does = name.startsWith('starts ') ? name : `runs ${name}`
        return [`It ${does}.`, reasonOf(effect)].filter(Boolean).join(' ')
      }),
    ]),
  ]
}

/** Returns the effects of a transition, and of the states that it enters. */
function effectsOf({ actions, targets }: TransitionModel, chart: Question['chart']): NamedEffect[] {
  const all = new Map(statesBelow(chart.root).map((state) => [state.id, state]))
  const entered = targets.flatMap((id) => {
    const state = all.get(id)
    return state ? enteredWith(state, all) : []
  })
  const run = [...actions, ...entered.flatMap(({ entry }) => entry)]
  const sources = entered.flatMap(({ invokes }) => invokes.flatMap(({ src }) => src ?? []))
  return [
    ...run.map((action) => ({ machine: chart.id, action, name: actionText(action) })),
    ...sources.map((src) => ({ machine: chart.id, action: null, name: `starts ${src}` })),
  ]
}

/** Returns a state with those inside it that are entered with it. */
const enteredWith = (state: StateModel, all: ReadonlyMap<string, StateModel>): StateModel[] => {
  const initial = state.initial === null ? undefined : all.get(state.initial)
  const inside = state.type === 'parallel' ? state.states : initial ? [initial] : []
  return [state, ...inside.flatMap((each) => enteredWith(each, all))]
}
