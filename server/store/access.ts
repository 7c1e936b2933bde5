/**
 * The one rule of reading (api, sections 8 and 11.1): routes by their paths, pages by their routes, components by the
 * pages they stand on, drafts by who asks. Every way of reading asks here: items, lists, manifests, pages, links in
 * other resources and messages to the hub.
 */
import { type Iri, routePath, typeOf } from '#content/iri.ts'
import type { Role } from '#content/resource.ts'
import type { Viewer } from '../env.ts'
import { problem } from '../problem.ts'
import type { Facts, Row } from './facts.ts'
import { isLive } from './lookup.ts'
import type { Shapes } from './shapes.ts'
import { type View, readsAll, seesDrafts } from './view.ts'

export interface RouteRule {
  /** A path where `*` stands for anything. */
  path: string
  role: Role
}

/** Who has not signed in may do so; who has may not. */
export const refusal = ({ userId }: Viewer) => problem(userId ? 403 : 401)

const pattern = ({ path }: RouteRule) =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

export const createAccess = (shapes: Shapes, rules: readonly RouteRule[]) => {
  const patterns = rules.map((rule) => ({ pattern: pattern(rule), role: rule.role }))

  /** Whether the route rules let this caller go to a route's path. */
  const mayEnter = (route: Iri, view: View) =>
    readsAll(view) ||
    patterns.every(
      (rule) => view.viewer.roles.includes(rule.role) || !rule.pattern.test(routePath(route)),
    )

  const routesTo = (facts: Facts, property: 'page' | 'pageData', iri: Iri) =>
    facts.in(iri, property).filter(({ from }) => typeOf(from) === 'ROUTE')

  const mayReadPageData = (facts: Facts, iri: Iri, view: View) =>
    readsAll(view) || routesTo(facts, 'pageData', iri).some(({ from }) => mayEnter(from, view))

  const pageDataOf = (facts: Facts, page: Iri) =>
    facts.in(page, 'page').filter(({ from }) => typeOf(from) === 'PAGE_DATA')

  const mayReadPage = (facts: Facts, iri: Iri, view: View) =>
    readsAll(view) ||
    routesTo(facts, 'page', iri).some(({ from }) => mayEnter(from, view)) ||
    pageDataOf(facts, iri).some(({ from }) => mayReadPageData(facts, from, view))

  /** Every page and page data that shows a component, with whether this caller may read it. */
  function* placesOf(facts: Facts, iri: Iri, view: View, seen: Set<Iri>): Generator<boolean> {
    if (seen.has(iri)) return
    seen.add(iri)
    for (const { from, property } of facts.in(iri)) {
      if (typeOf(from) === 'PAGE_DATA') yield mayReadPageData(facts, from, view)
      if (property !== 'component') continue
      for (const { to: group } of facts.out(from, 'componentGroup')) {
        yield* placesOfGroup(facts, group, view, seen)
      }
    }
  }

  function* placesOfGroup(facts: Facts, group: Iri, view: View, seen: Set<Iri>) {
    for (const { property, to } of facts.out(group)) {
      if (property === 'pages') yield* placesOfPage(facts, to, view)
      if (property === 'components') yield* placesOf(facts, to, view, seen)
      if (property !== 'layouts') continue
      for (const { from } of facts.in(to, 'layout')) yield* placesOfPage(facts, from, view)
    }
  }

  /** A template that nothing uses yet is no place at all. */
  function* placesOfPage(facts: Facts, page: Iri, view: View) {
    const isUsed = routesTo(facts, 'page', page).length || pageDataOf(facts, page).length
    if (isUsed || !facts.row(page)?.data['isTemplate']) yield mayReadPage(facts, page, view)
  }

  /** Open unless it is shown somewhere, and only where this caller may not go. */
  const mayReadComponent = (facts: Facts, iri: Iri, view: View) => {
    if (readsAll(view)) return true
    let isPlaced = false
    for (const isReadable of placesOf(facts, iri, view, new Set())) {
      if (isReadable) return true
      isPlaced = true
    }
    return !isPlaced
  }

  /** Whether a row is shown to this caller as far as its date goes. */
  const isPublishedFor = (row: Row, view: View) =>
    !shapes.ofType(row.type)?.isPublishable || isLive(row, view.now) || seesDrafts(view)

  const mayRead = (facts: Facts, row: Row, view: View): boolean => {
    if (row.type === 'SiteConfigParameter') return readsAll(view)
    switch (typeOf(row.iri)) {
      case 'ROUTE':
        return mayEnter(row.iri, view)
      case 'PAGE':
        return mayReadPage(facts, row.iri, view)
      case 'PAGE_DATA':
        return mayReadPageData(facts, row.iri, view)
      case 'COMPONENT':
        return mayReadComponent(facts, row.iri, view)
      default:
        return true
    }
  }

  return { mayEnter, isPublishedFor, mayRead }
}

export type Access = ReturnType<typeof createAccess>
/** What the demo ships (api, section 10.5). */
export const defaultRules: readonly RouteRule[] = [{ path: '/user-area*', role: 'ROLE_USER' }]
