/** The rules that hold for the whole app, whatever people and servers do. */
import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import type { Invariant } from '../../../charts/fuzz/fuzz-system.ts'
import { inputOf } from '../../../charts/fuzz/commanded-effects.ts'
import type { Living } from '../../../charts/fuzz/living-actors.ts'

const snapshotOf = (ref: AnyActorRef) => ref.getSnapshot() as AnyMachineSnapshot
const contextOf = <Context>(ref: AnyActorRef) => snapshotOf(ref).context as Context

const machinesIn = (living: readonly Living[]) => {
  return {
    all: (machine: string) => living.filter((one) => one.machine === machine),
    one: (machine: string) => living.find((one) => one.machine === machine)?.ref,
  }
}

/** Several actors that know the same fact agree about it. */
const agreement: Invariant = {
  name: 'what several actors know is the same for all of them',
  check: (living) => {
    const { one } = machinesIn(living)
    const [editMode, guard, navigation] = [
      one('editMode'),
      one('navigationGuard'),
      one('navigation'),
    ]
    const hasEditor = !snapshotOf(living[0]!.ref).matches('unloaded')
    if (hasEditor !== (contextOf<{ user: unknown }>(one('auth')!).user !== null))
      return 'The editor is there, and nobody is signed in, or the other way around.'
    if (!editMode || !guard) return null
    const isEditing = snapshotOf(editMode).matches('editing')
    const isGuarded = !snapshotOf(guard).matches('free')
    if (isEditing !== isGuarded)
      return 'The guard of navigations does not know whether a page is edited.'
    if (contextOf<{ isRestricted: boolean }>(navigation!).isRestricted !== isGuarded)
      return 'The navigation does not know whether it is guarded.'
    const isAdding = one('stagedResource') !== undefined
    const knowsOfAdding = isGuarded && !snapshotOf(guard).matches('editing')
    return isAdding === knowsOfAdding ? null : 'The guard does not know whether something is added.'
  },
}

const valueKey = ({ ref }: Living) => {
  const { iri, property } = contextOf<{ iri: string; property: string }>(ref)
  return `${iri} ${property}`
}

/** No value is edited by two actors. */
const oneOwner: Invariant = {
  name: 'no fact has two owners',
  check: (living) => {
    const { all } = machinesIn(living)
    const keys = [
      ...all('field').map(valueKey),
      ...all('reorder').map(({ ref }) => `order of ${contextOf<{ group: string }>(ref).group}`),
      ...living
        .filter(({ machine }) => machine === 'pendingAction')
        .map(() => 'the action that runs'),
      ...all('stagedResource').map(() => 'the new resource'),
    ]
    const twice = keys.find((key, index) => keys.indexOf(key) !== index)
    return twice === undefined ? null : `Two actors own ${twice}.`
  },
}

/** Nobody waits for something that does not happen. */
const wayOut: Invariant = {
  name: 'there is always a way out',
  check: (living) => {
    const stuck = living.find(({ ref, machine }) => {
      if (machine === null || !snapshotOf(ref).hasTag('busy')) return false
      const { children, _nodes } = snapshotOf(ref)
      const waits = _nodes.some(({ after }) => after.length > 0)
      const runs = Object.keys(children).length > 0
      return !waits && !runs
    })
    return stuck ? `${stuck.path} is busy, and nothing is under way.` : null
  },
}

/** Returns the machine whose question was just answered with yes; null for anything else that happens. */
const confirmedBy = (event: InspectionEvent) =>
  event.type === '@xstate.event' &&
  event.event.type === 'xstate.done.actor.confirm' &&
  event.event['output'] === true
    ? (event.actorRef as AnyActorRef)
    : null

/** Deletions are confirmed before they run. */
const confirmedDeletions = (): Invariant => {
  const confirmed = new Set<string>()
  return {
    name: 'nothing is deleted without its question',
    inspect: (event) => {
      const ref = confirmedBy(event)
      if (ref?.id !== 'editMode') return
      const { pendingAction } = contextOf<{ pendingAction: { action: unknown } }>(ref)
      confirmed.add(JSON.stringify(pendingAction.action))
    },
    check: (living) => {
      const running = machinesIn(living).one('pendingAction')
      if (!running) return null
      const { action } = contextOf<{ action: { type: string } }>(running)
      const isDeletion = action.type === 'delete.requested' || action.type === 'deleteAll.requested'
      return isDeletion && !confirmed.has(JSON.stringify(action))
        ? `${JSON.stringify(action)} runs without an answer.`
        : null
    },
  }
}

interface Typed {
  ref: AnyActorRef
  values: Record<string, unknown>
}

/** A new resource keeps what was typed into it, and is discarded only after its question. */
const keptAddition = (): Invariant => {
  let typed: Typed | null = null
  let isConfirmed = false
  return {
    name: 'nothing typed into a new resource is lost',
    inspect: (event) => {
      const id = confirmedBy(event)?.id ?? ''
      if (['stagedResource', 'navigationGuard'].includes(id)) isConfirmed = true
    },
    before: (step, ref) => {
      if (step.do === 'send' && step.event === 'property.changed' && ref.id === 'stagedResource') {
        const value = step.sample === 0 ? 'Overture' : 'Finale'
        if (typed?.ref !== ref) [typed, isConfirmed] = [{ ref, values: {} }, false]
        typed.values['title'] = value
      }
    },
    check: (living) => {
      if (!typed) return null
      const { context, status, output } = snapshotOf(typed.ref) as AnyMachineSnapshot & {
        output: unknown
      }
      if (context.data['title'] !== typed.values['title']) return 'It shows something else.'
      if (status === 'active' && machinesIn(living).one('stagedResource') === typed.ref) return null
      const isSaved = status === 'done' && output !== null
      const hasEnded = machinesIn(living).one('editMode') === undefined
      typed = null
      return isSaved || isConfirmed || hasEnded ? null : 'It has ended without an answer.'
    },
  }
}

/** A field keeps what was typed into it until that is saved, given up by an answer, or deleted. */
const keptEdits = (): Invariant => {
  const typed = new Map<AnyActorRef, unknown>()
  const saved = new Map<AnyActorRef, unknown[]>()
  let hasDeleted = false
  const parentOf = (ref: AnyActorRef) => (ref as AnyActorRef & { _parent?: AnyActorRef })._parent
  return {
    name: 'nothing typed into a field is lost',
    before: (step, ref) => {
      const answers = ['edits.discarded', 'remote.accepted', 'local.kept']
      if (step.do === 'send' && answers.includes(step.event)) typed.delete(parentOf(ref)!)
      if (step.do !== 'resolve' || !step.effect.endsWith('/saveChange')) return
      const { kind, value } = inputOf(ref) as { kind: string; value?: unknown }
      const field = parentOf(ref)!
      if (kind === 'delete' || kind === 'deleteAll') hasDeleted = true
      saved.set(field, [...(saved.get(field) ?? []), value])
    },
    check: (living) => {
      const { all, one } = machinesIn(living)
      const fields = all('field').map(({ ref }) => ref)
      // The tab remembers what is unsaved when the session ends, and the editor with it.
      if (!one('editMode')) typed.clear()
      for (const [ref, value] of typed) {
        if (fields.includes(ref) || hasDeleted) continue
        if (!saved.get(ref)?.includes(value)) return `${String(value)} is neither saved nor shown.`
        typed.delete(ref)
      }
      for (const ref of fields) {
        const { value, stored } = contextOf<{ value: unknown; stored: unknown }>(ref)
        if (value === stored) typed.delete(ref)
        else typed.set(ref, value)
      }
      return null
    },
  }
}

/** Returns the rules for one run. */
export const appInvariants = (): Invariant[] => [
  agreement,
  oneOwner,
  wayOut,
  confirmedDeletions(),
  keptAddition(),
  keptEdits(),
]
