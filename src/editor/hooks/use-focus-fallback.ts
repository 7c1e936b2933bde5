import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps focus in an element when the focused button inside it is removed, and moves it to `fallback` when the element
 * itself is unmounted. It only completes what the DOM does with the focus: browsers do not tell which element had it when
 * that element is removed.
 */
export function useFocusFallback(
  ref: RefObject<HTMLElement | null>,
  fallback: () => HTMLOrSVGElement | null | undefined,
) {
  const focused = useRef<Element | null>(null)
  const restoreFocus = useEffectEvent(() => fallback()?.focus({ preventScroll: true }))

  useEffect(() => trackFocus(ref.current!, focused), [ref])

  useEffect(() => {
    const element = ref.current!
    const observer = new MutationObserver(() => {
      if (!focused.current || focused.current.isConnected) return
      focused.current = null
      if (document.activeElement === document.body) element.focus({ preventScroll: true })
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [ref])

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
    // Without another element that gets the focus, this one may be about to be removed.
    if (event.relatedTarget) focused.current = null
  }
  element.addEventListener('focusin', handleFocusIn)
  element.addEventListener('focusout', handleFocusOut)
  return () => {
    element.removeEventListener('focusin', handleFocusIn)
    element.removeEventListener('focusout', handleFocusOut)
  }
}
