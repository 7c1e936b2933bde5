/** Moves routes to other paths: leaves redirects behind and moves child routes along. */
import type { Iri } from '#content/model/iri.ts'
import { pathError } from '#content/links/address-input.ts'
import type { Violation } from '#content/model/resource.ts'
import { ValidationError } from '#server/domain-errors.ts'
import { routesBelow, routesOf } from '../graph/page-hierarchy.ts'
import type { Row } from '../graph/resource-graph.ts'
import type { Body } from '../read/read-result.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
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
    violations: Violation[],
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
      await leaveRedirect(work, child, moved.iri)
      await moveChildren(work, child, moved, violations)
    }
  }
  return moveChildren
}

/** Returns a function that leaves a redirect at the old path of a saved route and, if requested, moves its children. */
const createPathRedirects = (persistRoute: PersistRoute) => {
  const leaveRedirect = createLeaveRedirect(persistRoute)
  const moveChildren = createMoveChildren(persistRoute, leaveRedirect)

  return async (work: UnitOfWork, before: Row, after: Row, isCascading: boolean) => {
    if (before.iri === after.iri) return
    await leaveRedirect(work, before, after.iri)
    if (!isCascading) return
    const violations: Violation[] = []
    await moveChildren(work, before, after, violations)
    if (!violations.length) return
    const message = violations.map((violation) => violation.message).join(' ')
    throw new ValidationError([{ propertyPath: 'cascadeChildPaths', message }])
  }
}

/** Creates the functions that move a route, which leaves a redirect and moves the routes below. */
export const createRouteMoves = (types: TypeRegistry, persist: Persist) => {
  const persistRoute = createPersistRoute(types, persist)

  /**
   * Creates a route for a page, with a path from its title and its parent's path; the previous routes
   * redirect to it.
   */
  const generateRoute = async (work: UnitOfWork, { page, pageData }: Body): Promise<Row> => {
    const target = [page, pageData].find((iri) => typeof iri === 'string') ?? ''
    const { path, name, previousRoutes } = await work.query((graph) => ({
      ...freePathAndName(graph, target),
      previousRoutes: routesOf(graph, target).flatMap((iri) => graph.row(iri) ?? []),
    }))
    const route = await persistRoute(work, null, { path, name, page, pageData })
    for (const row of previousRoutes) {
      await persistRoute(work, row, { page: null, pageData: null, redirect: route.iri })
    }
    return route
  }

  return { persistRoute, redirectOldPath: createPathRedirects(persistRoute), generateRoute }
}

export type RouteMoves = ReturnType<typeof createRouteMoves>
