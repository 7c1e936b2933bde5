/**
 * The one rule of reading (api, sections 8 and 11.1): routes by their paths, pages by their routes, components by the
 * pages they stand on, drafts by who asks. Every way of reading asks here: items, lists, manifests, pages, links in
 * other resources and messages to the hub.
 */
import { type Iri, routePath, typeOf } from '#content/iri.ts'
import type { Role } from '#content/resource.ts'
import type { Viewer } from '../env.ts'
import { problem } from '../problem.ts'
import type { Facts, Link, Row } from './facts.ts'
import { isLive } from './lookup.ts'
import type { Shapes } from './shapes.ts'
import { type View, allows, readsAll, seesDrafts } from './view.ts'

export interface RouteRule {
  /** A path where `*` stands for anything. */
  path: string
  role: Role
}

/** Who has not signed in may do so; who has may not. */
export const refusal = ({ userId }: Viewer) => problem(userId ? 403 : 401)

const pattern = ({ path }: RouteRule) =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

/** How many are looked at before what is missing of them is fetched; each time as many times more. */
const atOnce = 16

/**
 * Whether any passes. Of very many the first few mostly decide: the rest is looked at only once these are known not to,
 * so that nothing is fetched about a thousand pages because one of them is asked for.
 */
const isAny = <Item>(facts: Facts, items: Iterable<Item>, test: (item: Item) => boolean) => {
  let count = 0
  let pause = atOnce
  for (const item of items) {
    if (test(item)) return true
    count += 1
    if (count < pause) continue
    if (!facts.isComplete()) return false
    pause *= atOnce
  }
  return false
}

const isStanding = (iri: Iri, { standing }: View) => standing?.includes(iri) === true

const linksTo = (links: readonly Link[], property: string): Iri[] =>
  links.flatMap((link) => (link.property === property ? [link.to] : []))

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
    readsAll(view) ||
    isStanding(iri, view) ||
    routesTo(facts, 'pageData', iri).some(({ from }) => mayEnter(from, view))

  const pageDataOf = (facts: Facts, page: Iri) =>
    facts.in(page, 'page').filter(({ from }) => typeOf(from) === 'PAGE_DATA')

  const mayReadPage = (facts: Facts, iri: Iri, view: View) =>
    readsAll(view) ||
    isStanding(iri, view) ||
    routesTo(facts, 'page', iri).some(({ from }) => mayEnter(from, view)) ||
    isAny(facts, pageDataOf(facts, iri), ({ from }) => mayReadPageData(facts, from, view))

  /** Every page and page data that shows a component; those that are known to be readable before others. */
  function* placesOf(facts: Facts, iri: Iri, view: View, seen: Set<Iri>): Generator<Iri> {
    if (seen.has(iri)) return
    seen.add(iri)
    for (const { from, property } of facts.in(iri)) {
      if (typeOf(from) === 'PAGE_DATA') yield from
      if (property !== 'component') continue
      for (const { to: group } of facts.out(from, 'componentGroup')) {
        yield* placesOfGroup(facts, group, view, seen)
      }
    }
  }

  function* placesOfGroup(facts: Facts, group: Iri, view: View, seen: Set<Iri>): Generator<Iri> {
    const links = facts.out(group)
    yield* pagesAmong(facts, linksTo(links, 'pages'), view)
    for (const layout of linksTo(links, 'layouts')) {
      const pages = facts.in(layout, 'layout').map(({ from }) => from)
      yield* pagesAmong(facts, pages, view)
    }
    for (const component of linksTo(links, 'components')) {
      yield* placesOf(facts, component, view, seen)
    }
  }

  function* pagesAmong(facts: Facts, pages: readonly Iri[], view: View): Generator<Iri> {
    yield* pages.filter((page) => isStanding(page, view))
    for (const page of pages) if (isPlace(facts, page)) yield page
  }

  /** A template that nothing uses yet is no place at all. */
  const isPlace = (facts: Facts, page: Iri) =>
    routesTo(facts, 'page', page).length > 0 ||
    pageDataOf(facts, page).length > 0 ||
    !facts.row(page)?.data['isTemplate']

  const mayReadPlace = (facts: Facts, iri: Iri, view: View) =>
    typeOf(iri) === 'PAGE' ? mayReadPage(facts, iri, view) : mayReadPageData(facts, iri, view)

  /** Open unless it is shown somewhere, and only where this caller may not go. */
  const mayReadComponent = (facts: Facts, iri: Iri, view: View) => {
    let isPlaced = false
    const places = placesOf(facts, iri, view, new Set())
    const isReadable = isAny(facts, places, (place) => {
      isPlaced = true
      return mayReadPlace(facts, place, view)
    })
    return isReadable || !isPlaced
  }

  /** Whether a row is shown to this caller as far as its date goes. */
  const isPublishedFor = (row: Row, view: View) =>
    !shapes.ofType(row.type)?.isPublishable || isLive(row, view.now) || seesDrafts(view)

  /** Null for what everybody may read. */
  const decide = (facts: Facts, iri: Iri, view: View): boolean | null => {
    switch (typeOf(iri)) {
      case 'ROUTE':
        return mayEnter(iri, view)
      case 'PAGE':
        return mayReadPage(facts, iri, view)
      case 'PAGE_DATA':
        return mayReadPageData(facts, iri, view)
      case 'COMPONENT': {
        const row = facts.row(iri)
        // Looked at now, so that it comes along if the row has to be fetched.
        facts.in(iri, 'component')
        return row !== null && isPublishedFor(row, view) && mayReadComponent(facts, iri, view)
      }
      default:
        return null
    }
  }

  /** Whether this caller may know of what an IRI names: the rule for whatever links to it, lists it or tells of it. */
  const mayKnow = (facts: Facts, iri: Iri, view: View): boolean => {
    if (readsAll(view)) return true
    const known = view.decided.get(iri)
    if (known !== undefined) return known
    const answer = decide(facts, iri, view)
    if (answer === null) return true
    if (facts.isComplete()) view.decided.set(iri, answer)
    return answer
  }

  /** Whether this caller may ask for a resource by itself: the site's settings are a list for all, one by one for editors. */
  const mayRead = (facts: Facts, row: Row, view: View): boolean =>
    row.type === 'SiteConfigParameter' ? readsAll(view) : mayKnow(facts, row.iri, view)

  /** The rules' paths that this caller may not go to, for finding in the database what lies there. */
  const closedPaths = (view: View): readonly string[] =>
    readsAll(view)
      ? []
      : rules.filter(({ role }) => !view.viewer.roles.includes(role)).map(({ path }) => path)

  return {
    mayEnter: (route: Iri, view: View) => allows(view, (one) => mayEnter(route, one)),
    isPublishedFor,
    mayKnow: (facts: Facts, iri: Iri, view: View) =>
      allows(view, (one) => mayKnow(facts, iri, one)),
    mayRead: (facts: Facts, row: Row, view: View) =>
      allows(view, (one) => mayRead(facts, row, one)),
    closedPaths,
  }
}

export type Access = ReturnType<typeof createAccess>
/** What the demo ships (api, section 10.5). */
export const defaultRules: readonly RouteRule[] = [{ path: '/user-area*', role: 'ROLE_USER' }]
