import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { selectIri } from '#machines/editing/selection/restored-selection.ts'
import {
  type SelectionRef,
  selectRestoredSelectionRef,
} from '#machines/editing/selection/selection.ts'
import { hitTest } from '../dom/hit-test.ts'
import { useResourceElement } from '../hooks/use-resource-element.ts'
import { useLiveAndDraft } from '../hooks/use-selection.ts'

/** Reports to the selection when the resource that undo or redo has restored is on the page, and where. */
export function useReportRestored(selectionRef: SelectionRef) {
  const restoredSelectionRef = useSelector(selectionRef, selectRestoredSelectionRef)
  const iri = useSelector(restoredSelectionRef, selectIri)
  const { visible } = useLiveAndDraft(iri ?? '', selectionRef)
  const element = useResourceElement(visible?.['@id'] ?? iri)
  useEffect(() => {
    // A position is selected with its component, like a press on it.
    const hit = element && hitTest(element.querySelector('[data-iri]') ?? element)
    if (hit) restoredSelectionRef.send({ type: 'resource.appeared', ...hit })
  }, [element, restoredSelectionRef])
}
