import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in an element while what has it there comes and goes: a button that has done its work and is no more
 * leaves it to the element around it, and that, when it goes itself, to its heir.
 */
export function useFocusKept(
  ref: RefObject<HTMLElement | null>,
  heir: () => HTMLElement | null | undefined,
) {
  const focused = useRef<Element | null>(null)
  const bequeath = useEffectEvent(() => heir()?.focus({ preventScroll: true }))

  useEffect(() => {
    const element = ref.current!
    const enter = (event: FocusEvent) => (focused.current = event.target as Element)
    const leave = (event: FocusEvent) => {
      // Nobody takes over from a button that is removed; from one that is left somebody does, or the page is pressed.
      if (event.target instanceof Element && event.target.isConnected) focused.current = null
    }
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    return () => {
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
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
      if (element.contains(document.activeElement)) bequeath()
    }
  }, [ref])
}
