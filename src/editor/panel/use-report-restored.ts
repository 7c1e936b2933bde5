import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { selectIris } from '#machines/editing/selection/restored-selection.ts'
import {
  type SelectionRef,
  selectRestoredSelectionRef,
} from '#machines/editing/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { findResourceElement, hitTest } from '../dom/hit-test.ts'
import { useResourceElement } from '../hooks/use-resource-element.ts'
import { useLiveAndDraft } from '../hooks/use-selection.ts'

/** Reports to the selection when the resources that it waits for are on the page, and where. */
export function useReportRestored(selectionRef: SelectionRef) {
  const restoredSelectionRef = useSelector(selectionRef, selectRestoredSelectionRef)
  const iris = useSelector(restoredSelectionRef, selectIris)
  // The first of several may not be there any more.
  const iri = useResourceSelector((read) => iris.find((one) => read(one)) ?? iris[0])
  const { visible } = useLiveAndDraft(iri ?? '', selectionRef)
  const element = useResourceElement(visible?.['@id'] ?? iri ?? null)
  useEffect(() => {
    if (!element) return
    const hits = iris.map((one) => hitOf(one, one === iri ? element : findResourceElement(one)))
    const selections = hits.filter((hit) => hit !== null)
    if (selections.length > 0) restoredSelectionRef.send({ type: 'resources.appeared', selections })
  }, [element, iri, iris, restoredSelectionRef])
}

/** Returns a resource as it is selected by a press. A position is selected with its component. */
const hitOf = (iri: Iri, element: HTMLElement | null) =>
  hitTest((isIriOf('COMPONENT_POSITION', iri) && element?.querySelector('[data-iri]')) || element)
