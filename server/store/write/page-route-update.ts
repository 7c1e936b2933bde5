/** Sets the route of a page or page data from its own `route` property. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { InvalidInputError, ValidationError } from '#server/domain-errors.ts'
import { firstTarget } from '../read/serialize-context.ts'
import type { Row } from '../graph/resource-graph.ts'
import { type RouteMoves, releaseRoutes } from './route-moves.ts'
import { routesOf } from '../graph/page-hierarchy.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const takenMessage = 'This route leads to another page.'
const withoutTarget = { page: null, pageData: null }

const routeRowsOf = (work: UnitOfWork, entity: Iri) =>
  work.query((graph) => routesOf(graph, entity).flatMap((iri) => graph.row(iri) ?? []))

/** Returns the route with an IRI, and the page or page data that it leads to. Throws when there is no such route. */
const findRoute = async (work: UnitOfWork, iri: unknown) => {
  const { route, current } = await work.query((graph) => {
    const row = typeof iri === 'string' ? graph.row(iri) : null
    return {
      route: row?.type === 'Route' ? row : null,
      current:
        row && (firstTarget(graph, row.iri, 'page') ?? firstTarget(graph, row.iri, 'pageData')),
    }
  })
  if (!route) throw new InvalidInputError(`Invalid IRI "${String(iri)}".`)
  return { route, current }
}

/** Returns a function that gives a page the route that its body names, or takes its routes away. */
export const createPageRouteUpdate = (
  { persistRoute, replaceRoutes }: Pick<RouteMoves, 'persistRoute' | 'replaceRoutes'>,
  remove: (work: UnitOfWork, iri: Iri) => Promise<void>,
) => {
  /** Removes the routes of a page. One that also redirects is kept, as it still leads somewhere. */
  const removeRoutes = async (work: UnitOfWork, entity: Iri) => {
    for (const route of await routeRowsOf(work, entity)) {
      const redirect = await work.query((graph) => firstTarget(graph, route.iri, 'redirect'))
      await (redirect ? persistRoute(work, route, withoutTarget) : remove(work, route.iri))
    }
  }

  /**
   * Points the wanted route at a page; its previous routes redirect to it, as when a route is generated. One that redirected
   * shows the page instead: otherwise, all of them would lead away from it.
   */
  const assignRoute = async (work: UnitOfWork, entity: Iri, input: unknown) => {
    const property = iriTypeOf(entity) === 'PAGE' ? 'page' : 'pageData'
    const { route, current } = await findRoute(work, input)
    if (current === entity) return
    if (current) throw new ValidationError([{ propertyPath: 'route', message: takenMessage }])
    const previousRoutes = await routeRowsOf(work, entity)
    await releaseRoutes(work, previousRoutes)
    const assigned = await persistRoute(work, route, { [property]: entity, redirect: null })
    await replaceRoutes(work, previousRoutes, assigned)
  }

  /** Applies the `route` of a body: an IRI, a whole route, null to remove it, or undefined to leave it. */
  return (work: UnitOfWork, { iri }: Row, input: unknown) => {
    if (input === undefined) return Promise.resolve()
    if (input === null) return removeRoutes(work, iri)
    const isResource = typeof input === 'object' && '@id' in input
    return assignRoute(work, iri, isResource ? input['@id'] : input)
  }
}
