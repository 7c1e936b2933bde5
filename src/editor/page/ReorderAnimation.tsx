import { Component } from 'react'
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
  /** The order of the positions, which are rendered beside this. */
  order: readonly Iri<'COMPONENT_POSITION'>[]
}

type Points = ReadonlyMap<HTMLElement, Point>
type Positions = ReorderAnimationProps['order']

interface Before {
  /** The points of the group's own components in it, if they are in another order. */
  points: Points
  /** The points in the window of those that come from another group. */
  arriving: ReadonlyMap<Positions[number], Point>
}

/**
 * Animates the components of a group to their new positions when their order has changed, also from another group, and
 * measures nothing otherwise. It is a class component, because only these are called right before React changes the DOM
 * (`getSnapshotBeforeUpdate`).
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

  /** Returns where the components are seen now that are to be animated, halfway if they still are; null without a new order. */
  override getSnapshotBeforeUpdate({ order }: ReorderAnimationProps): Before | null {
    if (!this.#animate || order === this.props.order || isMotionReduced()) return null
    const groupEl = findResourceElement(this.props.group)
    if (!groupEl) return null
    const isOwnOrderNew = isReordered(order, this.props.order)
    return {
      points: isOwnOrderNew ? pointsIn(groupEl, componentsNearWindow(groupEl)) : new Map(),
      arriving: pointsElsewhere(this.props.order, order),
    }
  }

  override componentDidUpdate(
    _props: ReorderAnimationProps,
    _state: unknown,
    before: Before | null,
  ) {
    for (const element of this.#animations.keys()) if (!element.isConnected) this.#end(element)
    const groupEl = before && findResourceElement(this.props.group)
    if (!groupEl || !this.#animate) return
    this.#start(this.#animate, groupEl, before.points)
    for (const [position, from] of before.arriving) {
      const element = boxOf(position)
      if (element) this.#run(this.#animate, element, offsetOf(from, pointOf(element)))
    }
  }

  override componentWillUnmount() {
    for (const element of this.#animations.keys()) this.#end(element)
  }

  override render() {
    return null
  }

  #start(animate: AnimateLayout, groupEl: HTMLElement, before: Points) {
    const elements = [...before.keys()].filter((element) => groupEl.contains(element))
    for (const element of elements) this.#end(element)
    for (const [element, offset] of offsetsBetween(before, pointsIn(groupEl, elements)))
      this.#run(animate, element, offset)
  }

  #run(animate: AnimateLayout, element: HTMLElement, offset: Point) {
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

/** Returns the points of the positions that a group does not show yet, but another one does. */
const pointsElsewhere = (positions: Positions, shown: Positions) => {
  const here = new Set(shown)
  return new Map(
    positions.flatMap((position) => {
      const element = here.has(position) ? null : boxOf(position)
      return element ? [[position, pointOf(element)]] : []
    }),
  )
}

/** Returns the element of the component in a position, which has no box of its own; null if it is not on the page. */
const boxOf = (position: Positions[number]) => {
  const box = findResourceElement(position)?.firstElementChild
  return box instanceof HTMLElement ? box : null
}

const pointOf = (element: Element): Point => {
  const { left, top } = element.getBoundingClientRect()
  return { x: left, y: top }
}

const offsetOf = (from: Point, to: Point): Point => ({ x: from.x - to.x, y: from.y - to.y })

/** Returns the points of elements in their group, so that one that moves as a whole does not count. */
function pointsIn(groupEl: HTMLElement, elements: readonly HTMLElement[]): Points {
  const group = pointOf(groupEl)
  return new Map(elements.map((element) => [element, offsetOf(pointOf(element), group)]))
}
