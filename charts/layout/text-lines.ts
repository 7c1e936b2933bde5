/** Puts what a chart says into lines that are not longer than a given width. */
import { guardDescription, guardText } from '../model/guard-model.ts'
import { actionText } from '../model/action-text.ts'
import type { GuardModel, InvokeModel, StateModel, TransitionModel } from '../model/chart-model.ts'
import { triggerText } from '../model/transition-model.ts'
import { type TextLine, type TextRole, type TextRun, fontSize, indent } from './chart-layout.ts'
import { textWidth } from './text-width.ts'

/**
 * Returns what stands in the box of a state: its name, its actors and its transitions; those that leave a state
 * with others inside it stand beside their arrows. No line is wider than `maxWidth` pixels, but for a longer word.
 */
export function stateLines(state: StateModel, maxWidth: number): TextLine[] {
  const runs: TextRun[][] = [
    [run('name', state.key), ...state.tags.map((tag) => run('tag', tag))],
    ...state.invokes.map((invoke) => [run('invoke', invokeText(invoke))]),
    ...state.entry.map((action) => [run('action', `entry / ${actionText(action)}`)]),
    ...state.exit.map((action) => [run('action', `exit / ${actionText(action)}`)]),
  ]
  return [
    ...runs.flatMap((each) => wrap(each, maxWidth, null)),
    ...state.transitions
      .filter((transition) => state.states.length === 0 || staysIn(transition, state))
      .flatMap((transition) => wrap(transitionRuns(transition), maxWidth, transition.key)),
  ]
}

/** Returns the label of an arrow. */
export const labelLines = (transitions: readonly TransitionModel[], maxWidth: number): TextLine[] =>
  transitions.flatMap((transition) => wrap(transitionRuns(transition), maxWidth, transition.key))

/** True for a transition that is written into its state, and not drawn as an arrow. */
export const staysIn = ({ targets }: TransitionModel, { id }: StateModel) =>
  targets.every((target) => target === id)

export const lineWidth = ({ runs, isContinued }: TextLine) =>
  runs.reduce(
    (sum, { text }) => sum + textWidth(text, fontSize) + spaceWidth,
    (isContinued ? indent : 0) - spaceWidth,
  )

const spaceWidth = 5

function transitionRuns(transition: TransitionModel): TextRun[] {
  const { trigger, guard, actions, targets, reenter } = transition
  const role = trigger.type === 'after' ? 'delay' : roleOf(trigger.type)
  return [
    ...words(role, triggerText(trigger)),
    ...(guard ? guardRuns(guard) : []),
    ...(actions.length > 0 ? words('action', `/ ${actions.map(actionText).join(', ')}`) : []),
    ...(targets.length > 0 && reenter ? [run('note', '(again)')] : []),
  ]
}

/** The words of a guard, each with what the guard asks. */
function guardRuns(guard: GuardModel): TextRun[] {
  const title = guardDescription(guard)
  const runs = words('guard', `[${guardText(guard)}]`)
  return title === null ? runs : runs.map((each) => ({ ...each, title }))
}

const roleOf = (trigger: string): TextRole =>
  trigger === 'done' || trigger === 'error' ? trigger : 'event'

/** The actor, and its id where that says something else. */
const invokeText = ({ src, id }: InvokeModel) => {
  const name = src ?? '(inline)'
  return id === name || /^\d+\./.test(id) ? `runs ${name}` : `runs ${name} as ${id}`
}

const run = (role: TextRole, text: string): TextRun => ({ text, role })
const words = (role: TextRole, text: string) => text.split(' ').map((word) => run(role, word))

/** Breaks runs into lines between words; a word that is longer than a line gets one of its own. */
function wrap(runs: readonly TextRun[], maxWidth: number, transition: string | null) {
  const lines: TextLine[] = []
  for (const next of runs) {
    const last = lines.at(-1)
    const longer = last && { ...last, runs: [...last.runs, next] }
    if (longer && lineWidth(longer) <= maxWidth) lines[lines.length - 1] = longer
    else lines.push({ runs: [next], transition, isContinued: lines.length > 0 })
  }
  return lines.map(joinRuns)
}

/** Joins neighboring words of one role, so that a line has few elements. */
const joinRuns = (line: TextLine): TextLine => ({
  ...line,
  runs: line.runs.reduce<TextRun[]>((joined, next) => {
    const last = joined.at(-1)
    const isSame = last?.role === next.role && next.role !== 'tag'
    return isSame
      ? [...joined.slice(0, -1), { ...next, text: `${last.text} ${next.text}` }]
      : [...joined, next]
  }, []),
})
