/** Routes that get another path: what is left behind, and what moves along (api, section 2.3). */
import type { Iri } from '#content/model/iri.ts'
import { pathError } from '#content/page/link.ts'
import type { Violation } from '#content/model/resource.ts'
import { problem } from '#server/http/problem.ts'
import { parseBody } from './parse-body.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { Body } from '../read/read-result.ts'
import { isReservedPath } from '../types/natural-keys.ts'
import type { Persist } from './persist.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { slugify } from './slugify.ts'
import { parentOf, routesBelow, routesOf } from '../graph/page-tree.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const pathOf = (route: Row) => String(route.data['path'])
/** What the paths below begin with; those below `/` begin with nothing but their own slash. */
const stemOf = (path: string) => (path === '/' ? '' : path)

/** The first of `name`, `name-1`, `name-2`… that will do. */
const firstFree = (isFree: (suffix: string) => boolean) => {
  for (let count = 0; ; count += 1) {
    const suffix = count ? `-${count}` : ''
    if (isFree(suffix)) return suffix
  }
}

export const createRouteMoves = (types: TypeRegistry, save: Persist) => {
  const definition = types.byName('Route')!
  const write = (work: UnitOfWork, row: Row | null, body: Body, violations?: Violation[]) =>
    save(work, {
      definition,
      iri: row?.iri ?? '',
      row,
      said: parseBody(definition, body),
      publishedAt: null,
      ...(violations && { violations }),
    })

  const isTaken = (graph: ResourceGraph, property: string, value: string, except?: Iri) => {
    const holder = graph.findByUnique('Route', property, value)
    return holder !== null && holder !== except
  }

  const freeName = (work: UnitOfWork, name: string, except?: Iri) =>
    work.query(
      (graph) => name + firstFree((suffix) => !isTaken(graph, 'name', name + suffix, except)),
    )

  /** A path that is against the rules by now is left behind without one. */
  const leaveRedirect = async (work: UnitOfWork, { data }: Row, to: Iri) => {
    if (pathError(String(data['path']))) return
    const name = await freeName(work, String(data['name']))
    await write(work, null, { path: data['path'], name, redirect: to })
  }

  /** Those below that have gone another way stay where they are, and so does what is below them. */
  const moveChildren = async (
    work: UnitOfWork,
    before: Row,
    after: Row,
    violations: Violation[],
  ) => {
    const [old, now] = [stemOf(pathOf(before)), stemOf(pathOf(after))]
    const below = await work.query((graph) =>
      routesBelow(graph, after.iri).flatMap((iri) => graph.row(iri) ?? []),
    )
    for (const child of below) {
      if (!pathOf(child).startsWith(`${old}/`)) continue
      const path = now + pathOf(child).slice(old.length)
      const name = await freeName(work, path, child.iri)
      const moved = await write(work, child, { path, name }, violations)
      await leaveRedirect(work, child, moved.iri)
      await moveChildren(work, child, moved, violations)
    }
  }

  /** After a route was saved: its old path leads to the new one. */
  const follow = async (work: UnitOfWork, before: Row, after: Row, isCascading: boolean) => {
    if (before.iri === after.iri) return
    await leaveRedirect(work, before, after.iri)
    if (!isCascading) return
    const violations: Violation[] = []
    await moveChildren(work, before, after, violations)
    if (!violations.length) return
    const message = violations.map((violation) => violation.message).join(' ')
    throw problem(422, { violations: [{ propertyPath: 'cascadeChildPaths', message }] })
  }

  /** A path for a page, by its title and by the page above it; the path it had leads there. */
  const generate = async (work: UnitOfWork, { page, pageData }: Body): Promise<Row> => {
    const target = [page, pageData].find((iri) => typeof iri === 'string') ?? ''
    const { path, name, old } = await work.query((graph) => {
      const above = parentOf(graph, target)
      const [route] = above ? routesOf(graph, above) : []
      const parent = route ? graph.row(route) : null
      const slug = slugify(String(graph.row(target)?.data['title'] ?? ''))
      const stem = `${parent ? stemOf(pathOf(parent)) : ''}/${slug}`
      const suffix = firstFree(
        (end) =>
          !isTaken(graph, 'path', stem + end) &&
          !isTaken(graph, 'name', slug + end) &&
          !isReservedPath(stem + end),
      )
      return {
        path: stem + suffix,
        name: slug + suffix,
        old: routesOf(graph, target).flatMap((iri) => graph.row(iri) ?? []),
      }
    })
    const route = await write(work, null, { path, name, page, pageData })
    for (const row of old) {
      await write(work, row, { page: null, pageData: null, redirect: route.iri })
    }
    return route
  }

  return { write, follow, generate }
}

export type RouteMoves = ReturnType<typeof createRouteMoves>
