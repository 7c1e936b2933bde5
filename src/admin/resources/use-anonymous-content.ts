import { useEffect, useRef } from 'react'

/** Takes the ids and the landmark of the page from its picture: the screen has its own. Parts of it are loaded later. */
export function useAnonymousContent() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = ref.current!
    const anonymize = () => {
      for (const element of frame.querySelectorAll('[id]')) element.removeAttribute('id')
      for (const main of frame.querySelectorAll('main')) main.setAttribute('role', 'presentation')
    }
    const observer = new MutationObserver(anonymize)
    observer.observe(frame, { childList: true, subtree: true })
    anonymize()
    return () => observer.disconnect()
  }, [])
  return ref
}
