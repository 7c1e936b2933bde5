/** Defines what can be selected on a page. */
import type { Stack } from '../../model/selection-fallbacks.ts'

/** The page itself, or the layout that it shares with other pages. */
export type Area = 'page' | 'layout'

/** A resource at one place of the page, because a component may be shown in several positions. */
export interface Selection {
  /** The resource and its ancestors, such as a component, its position, its group and the page; empty for no resource. */
  stack: Stack
  area: Area
}
