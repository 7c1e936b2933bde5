import { shallowEqual } from '@xstate/react'
import { useEffect } from 'react'
import { isIriOf } from '#content/model/iri.ts'
import { type SelectionRef, selectStack } from '#machines/editing/selection/selection.ts'
import { hitTest } from '../dom/hit-test.ts'

/**
 * Reports to the selection that the selected component is in another position of the page. A component that has been moved to
 * another section is rendered as a new element.
 */
export function useReportAncestors(element: HTMLElement | null, selectionRef: SelectionRef) {
  useEffect(() => {
    const [selected, ...before] = selectStack(selectionRef.getSnapshot())
    const found = element && hitTest(element)
    const [, ...ancestors] = found?.stack ?? []
    // A component can be in several positions; the element is then another one of them.
    if (!isIriOf('COMPONENT', selected) || ancestors[0] !== before[0]) return
    if (found && !shallowEqual(ancestors, before))
      selectionRef.send({ ...found, type: 'ancestors.changed', stack: [selected, ...ancestors] })
  }, [element, selectionRef])
}
