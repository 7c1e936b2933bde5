/** Decides to which drop target a key moves a component that was picked up. */
import { clamp } from '../../clamp.ts'
import { type DropTarget, isSameDropTarget } from './transfers.ts'

const steps: Readonly<Record<string, 1 | -1>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

/**
 * Returns the drop target that a key leads to, undefined for another key: the next one by an arrow, the ends of the
 * section by Home and End, and the next section by Page Up and Page Down. There is none behind the last drop target, so
 * that one stays.
 */
export function nextDropTarget(
  key: string,
  dropTargets: readonly DropTarget[],
  current: DropTarget | null,
): DropTarget | undefined {
  const group = current?.group
  const index = dropTargets.findIndex((dropTarget) => isSameDropTarget(dropTarget, current))
  const step = steps[key]
  if (step !== undefined)
    return dropTargets[clampIndex(index + step, dropTargets)] ?? dropTargets[0]
  const own = dropTargets.filter((dropTarget) => dropTarget.group === group)
  if (key === 'Home') return own[0]
  if (key === 'End') return own.at(-1)
  if (key !== 'PageDown' && key !== 'PageUp') return undefined
  const groups = [...new Set(dropTargets.map((dropTarget) => dropTarget.group))]
  const at = groups.findIndex((other) => other === group) + (key === 'PageDown' ? 1 : -1)
  const next = groups[clampIndex(at, groups)]
  return dropTargets.find((dropTarget) => dropTarget.group === next)
}

const clampIndex = (index: number, { length }: readonly unknown[]) => clamp(index, 0, length - 1)
