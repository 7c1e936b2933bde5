/** Finds free names and paths for routes. */
import { isReservedPath } from '#content/links/address-input.ts'
import type { Iri } from '#content/model/iri.ts'
import { parentOf, routesOf } from '../graph/page-hierarchy.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { slugify } from '#content/navigation/slugify.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Returns the path of a route. */
export const pathOf = (route: Row) => String(route.data['path'])
/** Returns the prefix of child paths; for `/` it is empty. */
export const childPrefixOf = (path: string) => (path === '/' ? '' : path)

/** Returns the first suffix of '', '-1', '-2'… that is free. */
const firstFreeSuffix = (isFree: (suffix: string) => boolean) => {
  for (let count = 0; ; count += 1) {
    const suffix = count ? `-${count}` : ''
    if (isFree(suffix)) return suffix
  }
}

const isTaken = (graph: ResourceGraph, property: string, value: string, except?: Iri) => {
  const holder = graph.findByUnique('Route', property, value)
  return holder !== null && holder !== except
}

/** Returns the name, with a number if another route has it. */
export const freeName = (work: UnitOfWork, name: string, except?: Iri) =>
  work.query(
    (graph) => name + firstFreeSuffix((suffix) => !isTaken(graph, 'name', name + suffix, except)),
  )

/** Returns a free path and name for the route of a page, from its title and its parent's path. */
export const freePathAndName = (graph: ResourceGraph, target: Iri) => {
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
  return { path: prefix + suffix, name: slug + suffix }
}
