import { areaRootOf } from '#content/page/selection/area-root.ts'
import { type SelectionRef, selectArea } from '#machines/editing/selection/selection.ts'
import { roleLabelOf } from '../labels.ts'
import { useCurrentPage } from './use-content-scope.ts'
import { useSelectionValue } from './use-shown-selection.ts'

/** Returns the page or the layout, whichever is edited, with a function that selects it; null on a screen of the app. */
export function useAreaRoot(selectionRef: SelectionRef) {
  const page = useCurrentPage()
  const area = useSelectionValue(selectionRef, selectArea)
  const iri = page && areaRootOf(area, page)
  if (!iri) return null
  const select = () => selectionRef.send({ type: 'resource.selected', stack: [iri], area })
  return { iri, label: roleLabelOf(iri), select }
}
