import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { FramingDraft } from '#content/pictures/crop-changes.ts'
import type { Point } from '#content/pictures/framing.ts'

/** Returns a draft with something of it moved, by fractions of the picture. */
export type MoveBy = (draft: FramingDraft, by: Point) => FramingDraft

interface Drag {
  from: FramingDraft
  x: number
  y: number
}

/**
 * Returns the listeners that move something of a draft by dragging: by the whole way from where the drag began, so that
 * a pointer which has left the picture finds it again where it left it.
 */
export function useDrag(draft: FramingDraft, moveBy: MoveBy, onChange: (to: FramingDraft) => void) {
  const drag = useRef<Drag | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { from: draft, x: event.clientX, y: event.clientY }
    },
    onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent) => {
      if (!drag.current) return
      const { from, x, y } = drag.current
      const { width, height } = currentTarget.parentElement!.getBoundingClientRect()
      onChange(moveBy(from, { x: (clientX - x) / width, y: (clientY - y) / height }))
    },
    onLostPointerCapture: () => {
      drag.current = null
    },
  }
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The fractions by which an arrow key moves something, alone and with Shift. */
const [step, largeStep] = [0.01, 0.1]

/** Returns the way by which a key moves something; null for other keys. */
export const wayOfKey = ({ key, shiftKey }: KeyboardEvent): Point | null => {
  const direction = directions[key]
  const length = shiftKey ? largeStep : step
  return direction ? { x: direction.x * length, y: direction.y * length } : null
}
