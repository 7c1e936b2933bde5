/** Follows what the contexts of machines remember, as far as it is stated. */
import { actionText } from '../model/action-text.ts'
import type { ActionModel } from '../model/chart-model.ts'
import type { Fact } from './statement.ts'

/** The names of the facts that hold, in alphabetical order. */
export type Facts = readonly string[]

/** True for an action of this name, alone or with its parameters. */
export const isNamed = (action: ActionModel, name: string) =>
  (action.type === 'name' && action.name === name) || actionText(action) === name

/** Returns the facts that hold after actions that a trigger has caused. */
export function factsAfter(
  facts: Facts,
  actions: readonly ActionModel[],
  trigger: string,
  known: readonly Fact[],
): Facts {
  const holding = new Set(facts)
  for (const action of actions)
    for (const fact of known) {
      const isAmong = (patterns: Fact['setBy']) =>
        patterns.some((one) => isNamed(action, one.action) && (one.on?.includes(trigger) ?? true))
      if (isAmong(fact.setBy)) holding.add(fact.name)
      else if (isAmong(fact.clearedBy)) holding.delete(fact.name)
    }
  return [...holding].toSorted()
}
