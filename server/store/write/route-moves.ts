/** Moves routes to other paths: leaves redirects behind, and moves child routes and links along. */
import type { Iri } from '#content/model/iri.ts'
import { pathError } from '#content/links/address-input.ts'
import type { Violation } from '#content/model/resource.ts'
import { ValidationError } from '#server/domain-errors.ts'
import { routesBelow, routesOf } from '../graph/page-hierarchy.ts'
import type { Row } from '../graph/resource-graph.ts'
import type { Body } from '../read/read-result.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { type MoveLinks, createMoveLinks, retargetLinks } from './move-links.ts'
import { parseBody } from './parse-resource-body.ts'
import type { Persist } from './persist/persist-resource.ts'
import { childPrefixOf, freeName, freePathAndName, pathOf } from './route-names.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Persists a route and returns its row. Adds its violations to a list if there is one, instead of throwing them. */
type PersistRoute = (
  work: UnitOfWork,
  row: Row | null,
  body: Body,
  violations?: Violation[],
) => Promise<Row>

const createPersistRoute = (types: TypeRegistry, persist: Persist): PersistRoute => {
  const definition = types.byName('Route')!
  return (work, row, body, violations) =>
    persist(work, {
      definition,
      iri: row?.iri ?? '',
      row,
      parsed: parseBody(definition, body),
      publishedAt: null,
      ...(violations && { violations }),
    })
}

/** Returns a function that leaves a redirect behind, unless the old path is no longer valid by today's rules. */
const createLeaveRedirect =
  (persistRoute: PersistRoute) =>
  async (work: UnitOfWork, { data }: Row, to: Iri) => {
    if (pathError(String(data['path']))) return
    const name = await freeName(work, String(data['name']))
    await persistRoute(work, null, { path: data['path'], name, redirect: to })
  }

/** The results of moving child routes, which are added to. */
interface ChildMoves {
  /** The new paths by the old ones. */
  paths: Map<string, string>
  violations: Violation[]
}

/**
 * Returns a function that moves the child routes whose paths still begin with the old one; others stay, with everything
 * below them.
 */
const createMoveChildren = (
  persistRoute: PersistRoute,
  leaveRedirect: ReturnType<typeof createLeaveRedirect>,
) => {
  const moveChildren = async (
    work: UnitOfWork,
    before: Row,
    after: Row,
    { paths, violations }: ChildMoves,
  ) => {
    const [oldPrefix, newPrefix] = [childPrefixOf(pathOf(before)), childPrefixOf(pathOf(after))]
    const children = await work.query((graph) =>
      routesBelow(graph, after.iri).flatMap((iri) => graph.row(iri) ?? []),
    )
    for (const child of children) {
      if (!pathOf(child).startsWith(`${oldPrefix}/`)) continue
      const path = newPrefix + pathOf(child).slice(oldPrefix.length)
      const name = await freeName(work, path, child.iri)
      const moved = await persistRoute(work, child, { path, name }, violations)
      paths.set(pathOf(child), path)
      await leaveRedirect(work, child, moved.iri)
      await moveChildren(work, child, moved, { paths, violations })
    }
  }
  return moveChildren
}

/**
 * Returns a function that leaves a redirect at the old path of a saved route, moves the links to it and, if requested, its
 * children.
 */
const createMoveRoute = (persistRoute: PersistRoute, moveLinks: MoveLinks) => {
  const leaveRedirect = createLeaveRedirect(persistRoute)
  const moveChildren = createMoveChildren(persistRoute, leaveRedirect)

  return async (work: UnitOfWork, before: Row, after: Row, isCascading: boolean) => {
    if (before.iri === after.iri) return
    await leaveRedirect(work, before, after.iri)
    const paths = new Map([[pathOf(before), pathOf(after)]])
    const violations: Violation[] = []
    if (isCascading) await moveChildren(work, before, after, { paths, violations })
    const message = violations.map((violation) => violation.message).join(' ')
    if (message) throw new ValidationError([{ propertyPath: 'cascadeChildPaths', message }])
    await moveLinks(work, paths)
  }
}

/** Takes its routes from a page, so that another one can become its only route. `replaceRoutes` then makes them redirect. */
export const releaseRoutes = async (work: UnitOfWork, routes: readonly Row[]) => {
  for (const { iri } of routes) {
    const relations = await work.query((graph) => [
      ...graph.outgoing(iri, 'page'),
      ...graph.outgoing(iri, 'pageData'),
    ])
    for (const relation of relations) work.removeRelation(relation)
  }
}

/** Returns a function that makes the previous routes of a page, and the links to them, lead to its new one. */
const createReplaceRoutes =
  (persistRoute: PersistRoute, moveLinks: MoveLinks) =>
  async (work: UnitOfWork, previousRoutes: readonly Row[], route: Row) => {
    for (const row of previousRoutes) {
      await persistRoute(work, row, { page: null, pageData: null, redirect: route.iri })
      await retargetLinks(work, row.iri, route.iri)
    }
    const paths = new Map(previousRoutes.map((row) => [pathOf(row), pathOf(route)]))
    if (paths.size > 0) await moveLinks(work, paths)
  }

/** Creates the functions that move a route, which leaves a redirect and moves the routes below. */
export const createRouteMoves = (types: TypeRegistry, persist: Persist) => {
  const persistRoute = createPersistRoute(types, persist)
  const moveLinks = createMoveLinks(types)
  const replaceRoutes = createReplaceRoutes(persistRoute, moveLinks)

  /**
   * Creates a route for a page, with a path from its title and its parent's path; the previous routes redirect to it.
   */
  const generateRoute = async (work: UnitOfWork, { page, pageData }: Body): Promise<Row> => {
    const target = [page, pageData].find((iri) => typeof iri === 'string') ?? ''
    const { path, name, previousRoutes } = await work.query((graph) => ({
      ...freePathAndName(graph, target),
      previousRoutes: routesOf(graph, target).flatMap((iri) => graph.row(iri) ?? []),
    }))
    await releaseRoutes(work, previousRoutes)
    const route = await persistRoute(work, null, { path, name, page, pageData })
    await replaceRoutes(work, previousRoutes, route)
    return route
  }

  const moveRoute = createMoveRoute(persistRoute, moveLinks)
  return { persistRoute, moveRoute, replaceRoutes, generateRoute }
}

export type RouteMoves = ReturnType<typeof createRouteMoves>
