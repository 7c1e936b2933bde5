import { useSelector } from '@xstate/react'
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { NEW_RESOURCE, isIriOf } from '#content/model/iri.ts'
import { type SelectionRef, selectSelectedIri } from '#machines/editing/selection/selection.ts'
import { afterPaint, isLongPage } from './dom/after-paint.ts'
import { type SelectionSnapshot, ShownSelectionContext } from './hooks/use-shown-selection.ts'

interface ShownSelectionProps {
  selectionRef: SelectionRef
  children: ReactNode
}

/**
 * Lets the panel and the tools inside show another component after the page has shown that it is selected, because they take
 * longer to be rendered than all the rest. They show it in any case before the next gesture, which could otherwise act on
 * what was selected before.
 */
export function ShownSelection({ selectionRef, children }: ShownSelectionProps) {
  const current = useSelector(selectionRef, (snapshot) => snapshot)
  const [last, setLast] = useState(current)
  const mayWait = isComponentSelected(last) && isComponentSelected(current)
  const isLate = last !== current && mayWait
  if (last !== current && !mayWait) setLast(current)
  useLayoutEffect(() => (isLate ? showSoon(() => setLast(current)) : undefined), [isLate, current])
  return <ShownSelectionContext value={mayWait ? last : current}>{children}</ShownSelectionContext>
}

/** True for a component, but for one that is being added: it gets the focus at once, which may be in the panel. */
const isComponentSelected = (selection: SelectionSnapshot) => {
  const iri = selectSelectedIri(selection)
  return isIriOf('COMPONENT', iri) && iri !== NEW_RESOURCE
}

const gestures = ['pointerdown', 'mousedown', 'click', 'keydown', 'copy', 'cut', 'paste']

/** Calls a function that renders something when there is time, or at the next gesture. Returns a function that prevents that. */
function showSoon(show: () => void) {
  const showLate = () => startTransition(show)
  // On a long page, what is rendered before the next frame is painted would hold that up.
  const cancel = isLongPage() ? afterPaint(showLate) : showLate()
  const controller = new AbortController()
  for (const gesture of gestures)
    addEventListener(gesture, () => flushSync(show), { capture: true, signal: controller.signal })
  return () => {
    cancel?.()
    controller.abort()
  }
}
