import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in an element while what has it there comes and goes: a button that has done its work and is no more
 * leaves it to the element around it, and that, when it goes itself, to its heir.
 */
export function useFocusFallback(
  ref: RefObject<HTMLElement | null>,
  fallback: () => HTMLElement | null | undefined,
) {
  const focused = useRef<Element | null>(null)
  const restoreFocus = useEffectEvent(() => fallback()?.focus({ preventScroll: true }))

  useEffect(() => {
    const element = ref.current!
    const handleFocusIn = (event: FocusEvent) => (focused.current = event.target as Element)
    const handleFocusOut = (event: FocusEvent) => {
      // Nobody takes over from a button that is removed; from one that is left somebody does, or the page is pressed.
      if (event.target instanceof Element && event.target.isConnected) focused.current = null
    }
    element.addEventListener('focusin', handleFocusIn)
    element.addEventListener('focusout', handleFocusOut)
    return () => {
      element.removeEventListener('focusin', handleFocusIn)
      element.removeEventListener('focusout', handleFocusOut)
    }
  }, [ref])

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
