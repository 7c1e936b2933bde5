import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps focus in an element when the focused button inside it is removed, and moves it to `fallback` when the element
 * itself is unmounted.
 */
export function useFocusFallback(
  ref: RefObject<HTMLElement | null>,
  fallback: () => HTMLOrSVGElement | null | undefined,
) {
  const focused = useRef<Element | null>(null)
  const restoreFocus = useEffectEvent(() => fallback()?.focus({ preventScroll: true }))

  useEffect(() => trackFocus(ref.current!, focused), [ref])

  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  })

  useLayoutEffect(() => {
    const element = ref.current!
    return () => {
      if (element.contains(document.activeElement)) restoreFocus()
    }
  }, [ref])
}

/** Keeps the focused descendant of an element in a ref, also after its removal. Returns a function that stops this. */
function trackFocus(element: HTMLElement, focused: RefObject<Element | null>) {
  const handleFocusIn = (event: FocusEvent) => (focused.current = event.target as Element)
  const handleFocusOut = (event: FocusEvent) => {
    // A removed element is no longer connected here. Any other focusout is a deliberate move.
    if (event.target instanceof Element && event.target.isConnected) focused.current = null
  }
  element.addEventListener('focusin', handleFocusIn)
  element.addEventListener('focusout', handleFocusOut)
  return () => {
    element.removeEventListener('focusin', handleFocusIn)
    element.removeEventListener('focusout', handleFocusOut)
  }
}
