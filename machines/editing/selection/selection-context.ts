/** The context of the `selection` machine, and the functions that change its stack. Each returns the properties that change. */
import { type Iri, NEW_POSITION, NEW_RESOURCE } from '#content/model/iri.ts'
import type { Stack } from '#content/model/selection-fallbacks.ts'
import type { Selection } from '#content/page/selection/selection.ts'

export interface SelectionContext extends Selection {
  /** Null until a version is selected: then the draft is shown if there is one. */
  isLiveShown: boolean | null
  /** The first of these that is still there is selected once the selected resource is removed. */
  fallbacks: readonly Stack[]
  /** The target of the focus if it was lost with what was selected before; null where a press or Tab has set it. */
  focus: 'text' | 'panel' | null
}

type ContextUpdate = Partial<SelectionContext>

export const emptySelection = {
  stack: [],
  isLiveShown: null,
  fallbacks: [],
  focus: null,
} satisfies ContextUpdate

/** Selects a new resource. Discarding it leads back to what was selected before. */
export const selectNew = ({ stack: before }: SelectionContext, stack: Stack): ContextUpdate => ({
  ...emptySelection,
  stack,
  fallbacks: before.length > 0 ? [before] : [],
})

/** Selects the saved resource in place of the new one. */
export const selectSaved = (
  { stack }: SelectionContext,
  { resource, position }: { resource: Iri; position: Iri },
): ContextUpdate => ({
  stack: stack.map((iri) =>
    iri === NEW_RESOURCE ? resource : iri === NEW_POSITION ? position : iri,
  ),
  focus: 'text',
})

/** Returns the fallbacks that are still there when a resource is removed with everything inside it. */
const fallbacksWithout = ({ fallbacks }: SelectionContext, removed: Iri) =>
  fallbacks.filter((stack) => !stack.includes(removed))

/** True when the selection is removed with a resource, and something beside it is still there. */
export const hasFallback = (context: SelectionContext, removed: Iri) =>
  context.stack.includes(removed) && fallbacksWithout(context, removed).length > 0

/** Selects the first fallback that is still there; there must be one. */
export const selectFallback = (context: SelectionContext, removed: Iri): ContextUpdate => {
  const [stack, ...fallbacks] = fallbacksWithout(context, removed)
  return { ...emptySelection, stack: stack!, fallbacks, focus: 'panel' }
}

/** Returns the selection with a resource replaced by its other version. The focus stays where it is. */
export const replaceIri = (
  { stack }: SelectionContext,
  pair: { from: Iri; to: Iri },
): ContextUpdate => ({
  stack: replaceInStack(stack, pair),
  focus: null,
  // Shows the version that has replaced the old one, such as a new draft.
  isLiveShown: null,
})

/** Returns the stack with one IRI replaced by another. */
export const replaceInStack = (stack: Stack, { from, to }: { from: Iri; to: Iri }): Stack =>
  stack.map((iri) => (iri === from ? to : iri))
