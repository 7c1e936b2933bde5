import { Component, type ReactNode } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Point } from '#content/page/geometry/box.ts'
import {
  type AnimateLayout,
  isMotionReduced,
  loadLayoutAnimation,
} from '../dom/layout-animation.ts'
import { findResourceElement } from '../dom/hit-test.ts'
import { isReordered, itemsWithin, offsetsBetween } from '../dom/reorder-offsets.ts'

interface ReorderAnimationProps {
  group: Iri<'COMPONENT_GROUP'>
  order: readonly Iri<'COMPONENT_POSITION'>[]
  /** The positions in this order. */
  children: ReactNode
}

type Points = ReadonlyMap<HTMLElement, Point>

/**
 * Animates the components of a group to their new positions when their order has changed, and measures nothing otherwise. It
 * is a class component, because only these are called right before React changes the DOM (`getSnapshotBeforeUpdate`).
 */
export class ReorderAnimation extends Component<ReorderAnimationProps> {
  /** The functions that end the animations, by their elements. */
  readonly #animations = new Map<HTMLElement, () => void>()
  /** Undefined until its code is loaded, and under reduced motion: components then move at once. */
  #animate: AnimateLayout | undefined

  override componentDidMount() {
    if (isMotionReduced()) return
    loadLayoutAnimation().then(
      (animate) => (this.#animate = animate),
      // Without the code, components appear at their new positions at once.
      () => {},
    )
  }

  /**
   * Returns where the components near the window are seen now, halfway if they are still animated; null without a new
   * order.
   */
  override getSnapshotBeforeUpdate({ order }: ReorderAnimationProps): Points | null {
    if (!this.#animate || !isReordered(order, this.props.order) || isMotionReduced()) return null
    const groupEl = findResourceElement(this.props.group)
    return groupEl && pointsIn(groupEl, componentsNearWindow(groupEl))
  }

  override componentDidUpdate(
    _props: ReorderAnimationProps,
    _state: unknown,
    before: Points | null,
  ) {
    for (const element of this.#animations.keys()) if (!element.isConnected) this.#end(element)
    const groupEl = before && findResourceElement(this.props.group)
    if (groupEl && this.#animate) this.#start(this.#animate, groupEl, before)
  }

  override componentWillUnmount() {
    for (const element of this.#animations.keys()) this.#end(element)
  }

  override render() {
    return this.props.children
  }

  #start(animate: AnimateLayout, groupEl: HTMLElement, before: Points) {
    const elements = [...before.keys()].filter((element) => groupEl.contains(element))
    for (const element of elements) this.#end(element)
    for (const [element, offset] of offsetsBetween(before, pointsIn(groupEl, elements)))
      this.#animations.set(
        element,
        animate(element, offset, () => this.#animations.delete(element)),
      )
  }

  #end(element: HTMLElement) {
    this.#animations.get(element)?.()
    this.#animations.delete(element)
  }
}

/** Returns the elements of the components that are in the window or less than its height away. */
function componentsNearWindow(groupEl: HTMLElement) {
  const elements = [...groupEl.children].flatMap(({ firstElementChild }) =>
    firstElementChild instanceof HTMLElement ? firstElementChild : [],
  )
  return itemsWithin(elements, (element) => element.getBoundingClientRect(), {
    top: -innerHeight,
    bottom: 2 * innerHeight,
  })
}

/** Returns the points of elements in their group, so that one that moves as a whole does not count. */
function pointsIn(groupEl: HTMLElement, elements: readonly HTMLElement[]): Points {
  const group = groupEl.getBoundingClientRect()
  return new Map(
    elements.map((element) => {
      const { left, top } = element.getBoundingClientRect()
      return [element, { x: left - group.left, y: top - group.top }]
    }),
  )
}
