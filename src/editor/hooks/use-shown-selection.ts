import { createContext, use } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { SelectionRef, selectionMachine } from '#machines/editing/selection/selection.ts'
import { useContextValue } from './use-context-value.ts'

export type SelectionSnapshot = SnapshotFrom<typeof selectionMachine>

/** The selection that is shown by what is rendered inside; null where the current one is shown. */
export const ShownSelectionContext = createContext<SelectionSnapshot | null>(null)

/** Returns a value of the selection, of the one that is shown here. */
export function useSelectionValue<Value>(
  selectionRef: SelectionRef,
  select: (selection: SelectionSnapshot) => Value,
): Value {
  const shown = use(ShownSelectionContext)
  return useContextValue(selectionRef, (current) => select(shown ?? current))
}
