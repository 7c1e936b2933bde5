/** Reads the guard of a transition, with those that it combines. */
import { type AnyStateMachine, and, not, or, stateIn } from 'xstate'
import type { GuardModel, Json } from './chart-model.ts'
import { jsonOf, jsonText } from './json-of.ts'

/** The properties that XState's guard creators write on the function that they return. */
interface CreatedGuard {
  check?: unknown
  guards?: readonly unknown[]
  stateValue?: unknown
  type?: string
  params?: unknown
}

/** The function by which each of XState's guards is checked, which tells them apart. */
const checkOf = (guard: unknown) => (guard as CreatedGuard).check
const checks = {
  and: checkOf(and([])),
  or: checkOf(or([])),
  not: checkOf(not('')),
  stateIn: checkOf(stateIn('')),
}

/** The questions of guards in plain words, by their names. */
export type GuardDescriptions = Readonly<Record<string, string>>

/** Returns the descriptions of guards that the `meta` of a machine's root gives: `meta: { guards: { isOpen: '…' } }`. */
export const guardDescriptionsOf = ({ root }: AnyStateMachine): GuardDescriptions =>
  (root.meta as { guards?: GuardDescriptions } | undefined)?.guards ?? {}

/** Returns the model of a guard: a name, an object with a name and parameters, a combination, or a function. */
export function guardModelOf(guard: unknown, descriptions: GuardDescriptions = {}): GuardModel {
  const named = (name: string, params: Json | null): GuardModel => ({
    type: 'name',
    name,
    params,
    description: descriptions[name] ?? null,
  })
  const modelOf = (each: unknown) => guardModelOf(each, descriptions)
  if (typeof guard === 'string') return named(guard, null)
  const { check, guards = [], stateValue, type, params } = guard as CreatedGuard
  if (check === undefined)
    return type === undefined ? { type: 'inline' } : named(type, jsonOf(params))
  if (check === checks.and) return { type: 'and', guards: guards.map(modelOf) }
  if (check === checks.or) return { type: 'or', guards: guards.map(modelOf) }
  if (check === checks.not) return { type: 'not', guard: modelOf(guards[0]) }
  if (check === checks.stateIn) return { type: 'stateIn', state: stateText(stateValue) }
  return { type: 'inline' }
}

const stateText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Returns a guard as people read it: `isOpen and not (isLocked or in saving)`. */
export function guardText(guard: GuardModel): string {
  switch (guard.type) {
    case 'name':
      return guard.params === null ? guard.name : `${guard.name}(${jsonText(guard.params)})`
    case 'inline':
      return '(a function)'
    case 'stateIn':
      return `in ${guard.state}`
    case 'not':
      return `not ${bracketed(guard.guard)}`
    case 'and':
    case 'or':
      return guard.guards.map(bracketed).join(` ${guard.type} `)
  }
}

const bracketed = (guard: GuardModel) =>
  guard.type === 'and' || guard.type === 'or' ? `(${guardText(guard)})` : guardText(guard)

/** Returns what the named guards of a guard ask, each in a line; null where none is described. */
export const guardDescription = (guard: GuardModel): string | null =>
  [...new Set(describedGuards(guard))].join('\n') || null

function describedGuards(guard: GuardModel): string[] {
  switch (guard.type) {
    case 'name':
      return guard.description === null ? [] : [`${guard.name}: ${guard.description}`]
    case 'not':
      return describedGuards(guard.guard)
    case 'and':
    case 'or':
      return guard.guards.flatMap(describedGuards)
    case 'stateIn':
    case 'inline':
      return []
  }
}
