import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import type { PageParts } from '#content/page/page.ts'
import { areaRootOf, isAreaRoot } from '#content/page/selection/area-root.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { selectIris } from '#machines/editing/selection/restored-selection.ts'
import {
  type SelectionRef,
  selectRestoredSelectionRef,
} from '#machines/editing/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { findResourceElement, hitTest } from '../dom/hit-test.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { useResourceElement } from '../hooks/use-resource-element.ts'
import { useLiveAndDraft } from '../hooks/use-selection.ts'

/** Reports to the selection when the resources that it waits for are on the page, and where. */
export function useReportRestored(selectionRef: SelectionRef) {
  const restoredSelectionRef = useSelector(selectionRef, selectRestoredSelectionRef)
  const iris = useSelector(restoredSelectionRef, selectIris)
  const page = useCurrentPage()
  // The first of several may not be there any more.
  const iri = useResourceSelector((read) => iris.find((one) => read(one)) ?? iris[0])
  // A position is on the page before its component is, which may be a draft that is still being read.
  const shown = useResourceSelector((read) => (iri && componentOf(iri, read)) ?? iri) ?? null
  const { visible } = useLiveAndDraft(shown ?? '', selectionRef)
  const element = useResourceElement(visible?.['@id'] ?? shown)
  useEffect(() => {
    if (!element) return
    const hits = iris.map((one) =>
      hitOf(one, one === iri ? element : findResourceElement(one), page),
    )
    const selections = hits.filter((hit) => hit !== null)
    if (selections.length > 0) restoredSelectionRef.send({ type: 'resources.appeared', selections })
  }, [element, iri, iris, page, restoredSelectionRef])
}

/** Returns the component at a position; undefined where there is none, and for all other resources. */
const componentOf = (iri: Iri, read: ReadResource) =>
  isIriOf('COMPONENT_POSITION', iri) ? read(iri)?.component : undefined

/** Returns a resource as it is selected by a press. A position is selected with its component, the page and the layout alone. */
const hitOf = (iri: Iri, element: HTMLElement | null, page: PageParts | null): Selection | null => {
  if (!isAreaRoot(iri))
    return hitTest(
      (isIriOf('COMPONENT_POSITION', iri) && element?.querySelector('[data-iri]')) || element,
    )
  const area = page && areas.find((one) => areaRootOf(one, page) === iri)
  return area ? { stack: [iri], area } : null
}

const areas = ['page', 'layout'] as const
