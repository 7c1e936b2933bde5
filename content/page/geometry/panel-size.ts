/** Defines the bounds of the editor's panel, which has a width beside the page, and a height below it. */
import { clamp } from '../../clamp.ts'

export type PanelDimension = 'width' | 'height'

/** The chosen sizes in pixels; null for the default. */
export type PanelSize = Readonly<Record<PanelDimension, number | null>>

export const defaultPanelSize: PanelSize = { width: null, height: null }

export interface PanelBounds {
  min: number
  max: number
  initial: number
}

/** The bounds in rem, as in `PanelDock.module.css`. */
const limits = {
  width: { min: 16, max: 32, initial: 20 },
  height: { min: 8, max: Infinity, initial: 20 },
} as const satisfies Record<PanelDimension, PanelBounds>

/** Returns the bounds in a window that has `room` pixels, of which the page keeps half, where a rem has `rem` pixels. */
export function panelBounds(dimension: PanelDimension, room: number, rem: number): PanelBounds {
  const { min, max, initial } = limits[dimension]
  const largest = Math.round(Math.min(max * rem, room / 2))
  const bounds = { min: Math.min(min * rem, largest), max: largest }
  return { ...bounds, initial: clampPanelSize(initial * rem, bounds) }
}

/** Returns the size within the bounds that is closest to the given one, in whole pixels. */
export const clampPanelSize = (size: number, { min, max }: Pick<PanelBounds, 'min' | 'max'>) =>
  Math.round(clamp(size, min, max))

/** The change of the size by an arrow key, in pixels. */
const step = 16

/**
 * Returns the size that a key of the separator leads to: null for the default, undefined for a key without a meaning.
 * The panel grows against the page.
 */
export function panelSizeByKey(
  key: string,
  dimension: PanelDimension,
  size: number,
  bounds: PanelBounds,
): number | null | undefined {
  const [grow, shrink] =
    dimension === 'width' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  if (key === grow) return clampPanelSize(size + step, bounds)
  if (key === shrink) return clampPanelSize(size - step, bounds)
  if (key === 'Home') return bounds.min
  if (key === 'End') return bounds.max
  return key === 'Enter' ? null : undefined
}
