import type { RefObject } from 'react'
import type { Point } from './tiptap-editor.ts'

/** The points at which the pointer went down and up. */
export interface PressPoints {
  from: Point
  to: Point
}

/** Tracks where the pointer went down and up in an element, until the element loses focus. */
export function trackPress(textEl: HTMLElement, pressRef: RefObject<PressPoints | null>) {
  const controller = new AbortController()
  const { signal } = controller
  textEl.addEventListener(
    'pointerdown',
    (event) => (pressRef.current = { from: pointOf(event), to: pointOf(event) }),
    { signal },
  )
  textEl.addEventListener(
    'click',
    (event) =>
      (pressRef.current = { from: pressRef.current?.from ?? pointOf(event), to: pointOf(event) }),
    { signal },
  )
  textEl.addEventListener('blur', () => (pressRef.current = null), { signal })
  return () => controller.abort()
}

const pointOf = ({ clientX: x, clientY: y }: MouseEvent): Point => ({ x, y })
