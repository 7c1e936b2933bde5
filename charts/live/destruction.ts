/** Says what an event might destroy, before somebody sends it by hand. */
import {
  type ChartModel,
  type StateModel,
  type TransitionModel,
  statesBelow,
} from '../model/chart-model.ts'
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
export const destructionBy = (question: Question, stated: Statements): string[] => [
  ...new Set([...answersBy(question, stated), ...effectsBy(question, stated)]),
]

const answersBy = ({ event, chart, active }: Question, { statements }: Statements) =>
  statements
    .filter(({ asked }) =>
      asked.some(
        (each) => each.machine === chart.id && each.event === event && active.has(each.state),
      ),
    )
    .map(({ says }) => `It answers this question with yes: ${says}`)

const effectsBy = ({ event, chart, active }: Question, { statements, exemptions }: Statements) =>
  statesBelow(chart.root)
    .filter(({ id }) => active.has(id))
    .flatMap(({ transitions }) => transitions)
    .filter(({ trigger }) => triggerText(trigger) === event)
    .flatMap((transition) => effectsOf(transition, chart))
    .filter(
      (effect) =>
        statements.some((statement) => isOf(effect, statement.effect)) ||
        destroys(effect.name.replace(/^starts /, '')),
    )
    .map((effect) => {
      const { name } = effect
      const does = name.startsWith('starts ') ? name : `runs ${name}`
      const reason = exemptions.find((exemption) => isOf(effect, exemption.effect))?.because
      return [`It ${does}.`, reason].filter(Boolean).join(' ')
    })

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
