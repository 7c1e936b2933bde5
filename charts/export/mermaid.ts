/** Writes a chart as a state diagram of Mermaid, which many tools draw from the text. */
import { actionText } from '../model/action-text.ts'
import {
  type ChartModel,
  type StateModel,
  type TransitionModel,
  includesState,
  statesBelow,
} from '../model/chart-model.ts'
import { guardText } from '../model/guard-model.ts'
import { triggerText } from '../model/transition-model.ts'

/**
 * Returns the text of a diagram (`stateDiagram-v2`). Mermaid draws no arrow between a state and one inside it: what a state
 * with others inside does in any of them leaves a box of its own there, "in any state".
 */
export function mermaidOf({ root }: ChartModel) {
  const names = namesOf(root)
  const lines = ['stateDiagram-v2', ...stateLines(root, names), ...arrowLines(root, names)]
  return `${lines.join('\n')}\n`
}

/** The name of each state in the diagram, by its id. */
type Names = ReadonlyMap<string, string>

/** Letters and digits alone, and each name only once. */
function namesOf(root: StateModel): Names {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { id } of statesBelow(root)) {
    const plain = id.replace(/\W+/g, '_')
    let name = plain
    for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`
    taken.add(name)
    names.set(id, name)
  }
  return names
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)

const anyStateOf = (name: string) => `${name}__any`

function stateLines(state: StateModel, names: Names): string[] {
  const name = names.get(state.id)!
  const title = `state ${quoted(titleOf(state))} as ${name}`
  if (state.states.length === 0) return indented([title])
  const regions = state.states.map((child) => stateLines(child, names))
  const inside = state.type === 'parallel' ? separated(regions) : regions.flat()
  return indented([
    `${title} {`,
    ...(state.initial === null ? [] : [`  [*] --> ${names.get(state.initial)!}`]),
    ...(needsAnyState(state) ? [`  state "in any state" as ${anyStateOf(name)}`] : []),
    ...inside,
    ...finalArrows(state.states, names),
    '}',
  ])
}

const finalArrows = (states: readonly StateModel[], names: Names) =>
  states.filter(({ type }) => type === 'final').map(({ id }) => `  ${names.get(id)!} --> [*]`)

const separated = (regions: readonly string[][]) =>
  regions.flatMap((lines, index) => (index === 0 ? lines : ['  --', ...lines]))

const titleOf = ({ key, history }: StateModel) =>
  history === null ? key : `${key} (${history} history)`

const needsAnyState = (state: StateModel) =>
  state.transitions.some(
    ({ targets }) => targets.length === 0 || targets.some((id) => includesState(state, id)),
  )

const arrowLines = (root: StateModel, names: Names) =>
  indented(
    statesBelow(root).flatMap((state) =>
      state.transitions.flatMap((transition) => arrowsOf(transition, state, root, names)),
    ),
  )

/** Returns a line for each target of a transition; one to itself where it has none. */
function arrowsOf(transition: TransitionModel, state: StateModel, root: StateModel, names: Names) {
  const { targets } = transition
  const name = names.get(state.id)!
  const text = transitionText(transition)
  const isAny = state.states.length > 0
  if (targets.length === 0) {
    const own = isAny ? anyStateOf(name) : name
    return [`${own} --> ${own}: ${text}`]
  }
  return targets.map((id) => {
    const from = isAny && includesState(state, id) ? anyStateOf(name) : name
    return `${from} --> ${names.get(entered(root, id, state))!}: ${text}`
  })
}

/** Returns the id of a target, or of what is entered in it where it contains the state that the arrow begins at. */
function entered(root: StateModel, target: string, from: StateModel): string {
  const state = statesBelow(root).find(({ id }) => id === target)!
  const isAround = state.states.length > 0 && includesState(state, from.id)
  const first = state.initial ?? state.states[0]?.id
  return isAround && first !== undefined ? entered(root, first, from) : target
}

const transitionText = ({ trigger, guard, actions }: TransitionModel) =>
  plain(
    [
      triggerText(trigger),
      ...(guard ? [`[${guardText(guard)}]`] : []),
      ...(actions.length > 0 ? [`/ ${actions.map(actionText).join(', ')}`] : []),
    ].join(' '),
  )

/** Without the characters that end a statement or begin a comment or an entity. */
const plain = (text: string) =>
  text.replace(/[;#%\n]/g, (character) =>
    character === '\n' ? ' ' : `#${character.charCodeAt(0)};`,
  )

const quoted = (text: string) => `"${plain(text).replaceAll('"', "'")}"`
