import { useLayoutEffect, useRef } from 'react'
import { selectNavigationFocusRef } from '#machines/app/deferred.ts'
import { useAppRef } from '#src/app/shell/app-context.tsx'

/**
 * Returns the ref of the heading of a screen. After a navigation, the heading gets the focus even if the code of the screen was still
 * loading when that was set: what stood in its place had it then, and is gone.
 */
export function useHeadingFocus() {
  const appRef = useAppRef()
  const ref = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const { deferred } = appRef.getSnapshot().children
    const navigationFocusRef = deferred && selectNavigationFocusRef(deferred.getSnapshot())
    const isFirst = navigationFocusRef?.getSnapshot().value === 'first'
    if (!navigationFocusRef || isFirst || document.activeElement !== document.body) return
    ref.current!.focus({ preventScroll: true })
  }, [appRef])
  return ref
}
