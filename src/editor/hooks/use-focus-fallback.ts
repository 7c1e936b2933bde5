import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Keeps focus in an element when the focused button inside it is removed, and moves it to `fallback` when the element
 * itself is unmounted. Browsers move it to the body, without saying which element had it.
 */
export function useFocusFallback(
  ref: RefObject<HTMLElement | null>,
  fallback: () => HTMLOrSVGElement | null | undefined,
) {
  const restoreFocus = useEffectEvent(() => fallback()?.focus({ preventScroll: true }))

  useEffect(() => {
    const element = ref.current!
    return onFocusRemoved(element, () => element.focus({ preventScroll: true }))
  }, [ref])

  useLayoutEffect(() => {
    const element = ref.current!
    return () => {
      if (element.contains(document.activeElement)) restoreFocus()
    }
  }, [ref])
}

/** Calls a function when the focused descendant of an element is removed. Returns a function that stops this. */
export function onFocusRemoved(element: HTMLElement, moveFocus: () => void) {
  let focused: Element | null = null
  const controller = new AbortController()
  const { signal } = controller
  const handleFocusIn = (event: FocusEvent) => (focused = event.target as Element)
  const handleFocusOut = (event: FocusEvent) => {
    // Without another element that gets the focus, this one may be about to be removed.
    if (event.relatedTarget) focused = null
  }
  element.addEventListener('focusin', handleFocusIn, { signal })
  element.addEventListener('focusout', handleFocusOut, { signal })
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return
    focused = null
    if (document.activeElement === document.body) moveFocus()
  })
  observer.observe(element, { childList: true, subtree: true })
  return () => {
    controller.abort()
    observer.disconnect()
  }
}
