/** Proves statements about a system of machines: an effect happens only after a question was answered with yes. */
import type { BuiltInAction, ChartModel } from '../model/chart-model.ts'
import { isWithin } from './configuration.ts'
import { triggerText } from '../model/transition-model.ts'
import {
  type Explorer,
  type Exploration,
  type ExplorationOptions,
  type Move,
  createExplorer,
  moveText,
} from './exploration.ts'
import { isNamed } from './facts.ts'
import { needsGuard } from './guard-value.ts'
import type { Candidate } from './selected-transitions.ts'
import type { SystemRules } from './signals.ts'
import type { Crossing, EffectPattern, Fact, Statement } from './statement.ts'

/** Returns the reasons why each statement does not hold, by its sentence: none for one that does. */
export function proveAll(
  charts: readonly ChartModel[],
  rules: SystemRules,
  { statements, facts }: { statements: readonly Statement[]; facts: readonly Fact[] },
): Map<string, string[]> {
  const explorer = createExplorer(charts, rules)
  return new Map(
    statements.map((statement) => {
      const machines = machinesOf(statement)
      const own = facts.filter(({ machine }) => machines.includes(machine))
      const explore = (options: Omit<ExplorationOptions, 'facts'>) =>
        explorer.explore(machines, { facts: own, ...options })
      return [statement.says, reasonsAgainst(statement, { explorer, explore, whole: explore({}) })]
    }),
  )
}

const machinesOf = ({ effect, asked, settled = [], from = {} }: Statement) => [
  effect.machine,
  ...[...asked, ...settled].map(({ machine }) => machine),
  ...Object.keys(from),
]

interface Proof {
  explorer: Explorer
  explore: (options: Omit<ExplorationOptions, 'facts'>) => Exploration
  /** All that the machines may do, nothing left out. */
  whole: Exploration
}

function reasonsAgainst(statement: Statement, proof: Proof): string[] {
  const { effect, asked, settled = [], from } = statement
  const missing = [...asked, ...settled]
    .filter((crossing) => !isKnown(crossing, proof.explorer))
    .map((crossing) => `There is no transition ${crossingText(crossing)}.`)
  if (!proof.whole.moves.some((move) => hasEffect(move, effect)))
    return [...missing, `Nothing does ${effectText(effect)}.`]
  const begin = from && beginningsIn(statement, proof)
  if (begin?.length === 0) return [`${Object.values(from!).join(', ')} cannot be reached.`]
  const found = effectWithoutAnswer(statement, proof, begin)
  return found
    ? [...missing, `${effectText(effect)} without an answer:`, ...pathTo(found)]
    : missing
}

function effectWithoutAnswer(
  { effect, asked, settled = [], given = [] }: Statement,
  { explore }: Proof,
  begin: Exploration['nodes'] = [],
) {
  const isCut = (machine: string, candidate: Candidate) =>
    [...asked, ...settled].some((crossing) => isCrossedBy(crossing, machine, candidate))
  return explore({ isCut, begin, given }).moves.find((move) => hasEffect(move, effect))
}

/** Returns the nodes from which something is at stake; machines that the statement does not name may be in any state. */
function beginningsIn({ from = {}, holding = [] }: Statement, { explorer, whole }: Proof) {
  const isNamedIn = ({ machine, configuration }: Exploration['nodes'][number]) =>
    configuration.some((id) => isWithin(explorer.indexOf(machine)!, id, from[machine]!))
  const named = whole.nodes.filter((node) => node.machine in from && isNamedIn(node))
  if (Object.keys(from).some((id) => !named.some(({ machine }) => machine === id))) return []
  const others = whole.nodes.filter(({ machine }) => !(machine in from))
  return [
    ...named.map((node) => ({
      ...node,
      facts: [...new Set([...node.facts, ...holding])].toSorted(),
    })),
    ...others,
  ]
}

const isKnown = (crossing: Crossing, explorer: Explorer) => {
  const state = explorer.indexOf(crossing.machine)?.states.get(crossing.state)
  return (state?.transitions ?? []).some((transition) =>
    isCrossedBy(crossing, crossing.machine, { state: state!, transition }),
  )
}

const isCrossedBy = (
  crossing: Crossing,
  machine: string,
  { state, transition }: Candidate,
): boolean =>
  crossing.machine === machine &&
  crossing.state === state.id &&
  crossing.event === triggerText(transition.trigger) &&
  (crossing.guard === undefined || needsGuard(transition.guard, crossing.guard))

/** True if a move has an effect. */
function hasEffect(move: Move, effect: EffectPattern): boolean {
  const { machine, action, invoke, event, state, on, when = [] } = effect
  if (move.from.machine !== machine || (on !== undefined && move.trigger !== on)) return false
  if (!when.every((fact) => move.facts.includes(fact))) return false
  return (
    (action !== undefined && move.actions.some((one) => isNamed(one, action))) ||
    (invoke !== undefined && move.invokes.some(({ src }) => src === invoke)) ||
    (event !== undefined && move.actions.some(({ does }) => mayBeOf(does, event))) ||
    (state !== undefined && move.entered.includes(state))
  )
}

/** True for an action that sends an event of this type, or one that only running it would tell. */
const mayBeOf = (does: BuiltInAction | null, event: string) =>
  does !== null && 'event' in does && (does.event === null || does.event === event)

/** Returns the moves that lead to one, those of other machines that it needs among them, each once. */
function pathTo(move: Move): string[] {
  const lines: string[] = []
  const seen = new Set<Move>()
  const follow = (one: Move) => {
    if (seen.has(one)) return
    seen.add(one)
    if (one.from.by) follow(one.from.by)
    if (one.cause) follow(one.cause)
    lines.push(moveText(one))
  }
  follow(move)
  return lines
}

/** Returns an effect as people read it: `submissions starts deleteSubmission`. */
export function effectText({
  machine,
  action,
  invoke,
  event,
  state,
  on,
  when = [],
}: EffectPattern) {
  const does =
    action ?? (invoke && `starts ${invoke}`) ?? (event && `sends ${event}`) ?? `enters ${state}`
  const cause = on === undefined ? '' : ` on ${on}`
  return `${machine}: ${does}${cause}${when.length > 0 ? ` while ${when.join(' and ')}` : ''}`
}

/** Returns a crossing as people read it: `submissions.confirming | deletion.confirmed`. */
export const crossingText = ({ state, event, guard }: Crossing) =>
  `${state} | ${event}${guard === undefined ? '' : ` [${guard}]`}`
