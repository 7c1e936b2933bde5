import { shallowEqual } from '@xstate/react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { labelOf } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { useAreaRoot } from './use-area-root.ts'
import { useSlotKind } from './use-dynamic-content.ts'
import { useSelection } from './use-selection.ts'

/** A part of the path to what is selected. */
export interface PathItem {
  iri: Iri
  label: string
  isSelected: boolean
  select: () => void
}

/**
 * Returns the page or the layout, and the ancestors of the selected resource, outermost first, and the resource itself. The
 * position of a component is left out where there is nothing to choose for it.
 */
export function useSelectionPath(selectionRef: SelectionRef): PathItem[] {
  const { stack, position } = useSelection(selectionRef)
  const isSlot = useSlotKind(position) !== null
  const root = useAreaRoot(selectionRef)
  const labels = useLabels(stack)
  const items = stack.map((iri, index) => ({
    iri,
    label: labels[index]!,
    isSelected: index === 0,
    select: () => selectionRef.send({ type: 'ancestor.selected', index }),
  }))
  const shown = items.filter(
    ({ iri, isSelected }) =>
      isSelected || !isIriOf('COMPONENT_POSITION', iri) || (isSlot && iri === position),
  )
  const outermost = root && !stack.includes(root.iri) ? [{ ...root, isSelected: false }] : []
  return [...outermost, ...shown.toReversed()]
}

/** Returns the labels of resources. */
export function useLabels(iris: readonly Iri[]): readonly string[] {
  const site = useSiteKinds()
  return useResourceSelector((read) => iris.map((iri) => labelOf(iri, read, site)), shallowEqual)
}
