/** Tells whether a guard is true, as far as that is known without running its machine. */
import type { GuardModel } from '../model/chart-model.ts'

/** Returns the value of a named guard, or of a state that has to be active; null if it is not known. */
export interface KnownValues {
  named: (name: string) => boolean | null
  isActive: (state: string) => boolean | null
}

/** Returns the value of a guard; null where it may be either. No guard is always true. */
export function guardValue(guard: GuardModel | null, known: KnownValues): boolean | null {
  if (guard === null) return true
  switch (guard.type) {
    case 'name':
      return known.named(guard.name)
    case 'inline':
      return null
    case 'stateIn':
      return known.isActive(guard.state)
    case 'not':
      return opposite(guardValue(guard.guard, known))
    case 'and':
      return combined(guard.guards, false, known)
    case 'or':
      return combined(guard.guards, true, known)
  }
}

const opposite = (value: boolean | null) => (value === null ? null : !value)

/** One value decides; all others are needed for its opposite. */
function combined(guards: readonly GuardModel[], decisive: boolean, known: KnownValues) {
  const values = guards.map((guard) => guardValue(guard, known))
  if (values.includes(decisive)) return decisive
  return values.includes(null) ? null : !decisive
}

/** True if a guard can only be true where the guard of this name is. */
export function needsGuard(guard: GuardModel | null, name: string): boolean {
  if (guard?.type === 'name') return guard.name === name
  return guard?.type === 'and' && guard.guards.some((one) => needsGuard(one, name))
}
