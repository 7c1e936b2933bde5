import { shallowEqual } from '@xstate/react'
import { useEffect } from 'react'
import { isIriOf } from '#content/model/iri.ts'
import {
  type SelectionRef,
  selectArea,
  selectStack,
} from '#machines/editing/selection/selection.ts'
import { hitTest } from '../dom/hit-test.ts'

/**
 * Reports to the selection that the selected component is in another position or area of the page. A component that has been
 * moved to another section is rendered as a new element.
 */
export function useReportAncestors(element: HTMLElement | null, selectionRef: SelectionRef) {
  useEffect(() => {
    const snapshot = selectionRef.getSnapshot()
    const [selected, ...before] = selectStack(snapshot)
    const found = element && hitTest(element)
    const [, ...ancestors] = found?.stack ?? []
    // A component can be in several positions; the element is then another one of them.
    if (!isIriOf('COMPONENT', selected) || ancestors[0] !== before[0]) return
    // After a reload the area of a component that is being added is not known before it is rendered.
    const isKnown = found?.area === selectArea(snapshot) && shallowEqual(ancestors, before)
    if (found && !isKnown)
      selectionRef.send({ ...found, type: 'ancestors.changed', stack: [selected, ...ancestors] })
  }, [element, selectionRef])
}
