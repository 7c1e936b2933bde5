import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { selectIri } from '#machines/editing/restoration.ts'
import { type SelectionRef, selectRestorationRef } from '#machines/editing/selection.ts'
import { hitTest } from '../page/hit-test.ts'
import { useResourceElement } from './use-resource-element.ts'
import { useLiveAndDraft } from './use-selection.ts'

/** Tells the selection when the resource that undo or redo has restored is on the page, and where. */
export function useReportRestored(selectionRef: SelectionRef) {
  const restorationRef = useSelector(selectionRef, selectRestorationRef)
  const iri = useSelector(restorationRef, selectIri)
  const { visible } = useLiveAndDraft(iri ?? '', selectionRef)
  const element = useResourceElement(visible?.['@id'] ?? iri)
  useEffect(() => {
    // A position is selected with its component, like a press on it.
    const hit = element && hitTest(element.querySelector('[data-iri]') ?? element)
    if (hit) restorationRef.send({ type: 'resource.appeared', ...hit })
  }, [element, restorationRef])
}
