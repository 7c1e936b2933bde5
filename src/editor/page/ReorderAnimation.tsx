import { Component, type ReactNode } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Point } from '#content/page/geometry/box.ts'
import { type Glide, isMotionReduced, loadGlide } from '../dom/glide.ts'
import { findResourceElement } from '../dom/hit-test.ts'
import { isReordered, itemsWithin, offsetsBetween } from '../dom/reorder-offsets.ts'

interface ReorderAnimationProps {
  group: Iri<'COMPONENT_GROUP'>
  order: readonly Iri<'COMPONENT_POSITION'>[]
  /** The positions in this order. */
  children: ReactNode
}

type Places = ReadonlyMap<HTMLElement, Point>

/**
 * Lets the components of a group glide to their new places when their order has changed, and measures nothing otherwise. It
 * is a class component, because only these are called right before React changes the DOM (`getSnapshotBeforeUpdate`).
 */
export class ReorderAnimation extends Component<ReorderAnimationProps> {
  /** The functions that end the glides, by the elements that glide. */
  readonly #glides = new Map<HTMLElement, () => void>()
  /** Undefined until its code is loaded, and under reduced motion: components then move at once. */
  #glide: Glide | undefined

  override componentDidMount() {
    if (isMotionReduced()) return
    loadGlide().then(
      (glide) => (this.#glide = glide),
      // Without the code, components appear at their new places at once.
      () => {},
    )
  }

  /** Returns where the components near the window are seen now, halfway if they still glide; null without a new order. */
  override getSnapshotBeforeUpdate({ order }: ReorderAnimationProps): Places | null {
    if (!this.#glide || !isReordered(order, this.props.order) || isMotionReduced()) return null
    const groupEl = findResourceElement(this.props.group)
    return groupEl && placesIn(groupEl, componentsNearWindow(groupEl))
  }

  override componentDidUpdate(
    _props: ReorderAnimationProps,
    _state: unknown,
    before: Places | null,
  ) {
    for (const element of this.#glides.keys()) if (!element.isConnected) this.#end(element)
    const groupEl = before && findResourceElement(this.props.group)
    if (groupEl && this.#glide) this.#start(this.#glide, groupEl, before)
  }

  override componentWillUnmount() {
    for (const element of this.#glides.keys()) this.#end(element)
  }

  override render() {
    return this.props.children
  }

  #start(glide: Glide, groupEl: HTMLElement, before: Places) {
    const elements = [...before.keys()].filter((element) => groupEl.contains(element))
    for (const element of elements) this.#end(element)
    for (const [element, offset] of offsetsBetween(before, placesIn(groupEl, elements)))
      this.#glides.set(
        element,
        glide(element, offset, () => this.#glides.delete(element)),
      )
  }

  #end(element: HTMLElement) {
    this.#glides.get(element)?.()
    this.#glides.delete(element)
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

/** Returns the places of elements in their group, so that one that moves as a whole does not count. */
function placesIn(groupEl: HTMLElement, elements: readonly HTMLElement[]): Places {
  const group = groupEl.getBoundingClientRect()
  return new Map(
    elements.map((element) => {
      const { left, top } = element.getBoundingClientRect()
      return [element, { x: left - group.left, y: top - group.top }]
    }),
  )
}
