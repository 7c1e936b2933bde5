/** Moves routes to other paths: leaves redirects behind and moves child routes along (api, section 2.3). */
import type { Iri } from '#content/model/iri.ts'
import { pathError } from '#content/page/address-input.ts'
import type { Violation } from '#content/model/resource.ts'
import { ValidationError } from '#server/domain-errors.ts'
import { parseBody } from './parse-resource-body.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { Body } from '../read/read-result.ts'
import { isReservedPath } from '../types/natural-keys.ts'
import type { Persist } from './persist-resource.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { slugify } from './slugify.ts'
import { parentOf, routesBelow, routesOf } from '../graph/page-hierarchy.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const pathOf = (route: Row) => String(route.data['path'])
/** Returns the prefix of child paths; for `/` it is empty. */
const childPrefixOf = (path: string) => (path === '/' ? '' : path)

/** Returns the first suffix of '', '-1', '-2'… that is free. */
const firstFreeSuffix = (isFree: (suffix: string) => boolean) => {
  for (let count = 0; ; count += 1) {
    const suffix = count ? `-${count}` : ''
    if (isFree(suffix)) return suffix
  }
}

export const createRouteMoves = (types: TypeRegistry, persist: Persist) => {
  const definition = types.byName('Route')!
  const saveRoute = (work: UnitOfWork, row: Row | null, body: Body, violations?: Violation[]) =>
    persist(work, {
      definition,
      iri: row?.iri ?? '',
      row,
      parsed: parseBody(definition, body),
      publishedAt: null,
      ...(violations && { violations }),
    })

  const isTaken = (graph: ResourceGraph, property: string, value: string, except?: Iri) => {
    const holder = graph.findByUnique('Route', property, value)
    return holder !== null && holder !== except
  }

  const freeName = (work: UnitOfWork, name: string, except?: Iri) =>
    work.query(
      (graph) => name + firstFreeSuffix((suffix) => !isTaken(graph, 'name', name + suffix, except)),
    )

  /** Leaves a redirect behind, unless the old path is no longer valid by today's rules. */
  const leaveRedirect = async (work: UnitOfWork, { data }: Row, to: Iri) => {
    if (pathError(String(data['path']))) return
    const name = await freeName(work, String(data['name']))
    await saveRoute(work, null, { path: data['path'], name, redirect: to })
  }

  /**
   * Moves the child routes whose paths still begin with the old one; others stay, with everything below
   * them.
   */
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
      const moved = await saveRoute(work, child, { path, name }, violations)
      await leaveRedirect(work, child, moved.iri)
      await moveChildren(work, child, moved, violations)
    }
  }

  /** Leaves a redirect at the old path of a saved route and, if requested, moves its children along. */
  const redirectOldPath = async (
    work: UnitOfWork,
    before: Row,
    after: Row,
    isCascading: boolean,
  ) => {
    if (before.iri === after.iri) return
    await leaveRedirect(work, before, after.iri)
    if (!isCascading) return
    const violations: Violation[] = []
    await moveChildren(work, before, after, violations)
    if (!violations.length) return
    const message = violations.map((violation) => violation.message).join(' ')
    throw new ValidationError([{ propertyPath: 'cascadeChildPaths', message }])
  }

  /**
   * Creates a route for a page, with a path from its title and its parent's path; the previous routes
   * redirect to it.
   */
  const generate = async (work: UnitOfWork, { page, pageData }: Body): Promise<Row> => {
    const target = [page, pageData].find((iri) => typeof iri === 'string') ?? ''
    const { path, name, previousRoutes } = await work.query((graph) => {
      const parentPage = parentOf(graph, target)
      const [route] = parentPage ? routesOf(graph, parentPage) : []
      const parent = route ? graph.row(route) : null
      const slug = slugify(String(graph.row(target)?.data['title'] ?? ''))
      const prefix = `${parent ? childPrefixOf(pathOf(parent)) : ''}/${slug}`
      const suffix = firstFreeSuffix(
        (candidate) =>
          !isTaken(graph, 'path', prefix + candidate) &&
          !isTaken(graph, 'name', slug + candidate) &&
          !isReservedPath(prefix + candidate),
      )
      return {
        path: prefix + suffix,
        name: slug + suffix,
        previousRoutes: routesOf(graph, target).flatMap((iri) => graph.row(iri) ?? []),
      }
    })
    const route = await saveRoute(work, null, { path, name, page, pageData })
    for (const row of previousRoutes) {
      await saveRoute(work, row, { page: null, pageData: null, redirect: route.iri })
    }
    return route
  }

  return { saveRoute, redirectOldPath, generate }
}

export type RouteMoves = ReturnType<typeof createRouteMoves>
