/** What a page, or page data, says about its own route: the one it names shows it from now on (api, section 1.4). */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { problem } from '#server/http/problem.ts'
import { firstTarget } from '../read/serialize-context.ts'
import type { Row } from '../graph/resource-graph.ts'
import type { RouteMoves } from './route-moves.ts'
import { routesOf } from '../graph/page-tree.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const taken = 'This route leads to another page.'
const nowhere = { page: null, pageData: null }

export const createPageRouteUpdate = (
  write: RouteMoves['write'],
  remove: (work: UnitOfWork, iri: Iri) => Promise<void>,
) => {
  const routesTo = (work: UnitOfWork, entity: Iri) =>
    work.query((graph) => routesOf(graph, entity).flatMap((iri) => graph.row(iri) ?? []))

  /** A route that leads nowhere else would be none. */
  const unroute = async (work: UnitOfWork, entity: Iri) => {
    for (const route of await routesTo(work, entity)) {
      const leadsOn = await work.query((graph) => firstTarget(graph, route.iri, 'redirect'))
      await (leadsOn ? write(work, route, nowhere) : remove(work, route.iri))
    }
  }

  /** The one it had leads to the new one, as where a route is generated. */
  const reroute = async (work: UnitOfWork, entity: Iri, wanted: unknown) => {
    const property = iriTypeOf(entity) === 'PAGE' ? 'page' : 'pageData'
    const { route, shown } = await work.query((graph) => {
      const row = typeof wanted === 'string' ? graph.row(wanted) : null
      return {
        route: row?.type === 'Route' ? row : null,
        shown:
          row && (firstTarget(graph, row.iri, 'page') ?? firstTarget(graph, row.iri, 'pageData')),
      }
    })
    if (!route) throw problem(400, { detail: `Invalid IRI "${String(wanted)}".` })
    if (shown === entity) return
    if (shown) throw problem(422, { violations: [{ propertyPath: 'route', message: taken }] })
    const old = await routesTo(work, entity)
    await write(work, route, { [property]: entity })
    for (const row of old) await write(work, row, { ...nowhere, redirect: route.iri })
  }

  /** `wanted` is an IRI, or a route as a client was given it. */
  return (work: UnitOfWork, { iri }: Row, wanted: unknown) => {
    if (wanted === undefined) return Promise.resolve()
    if (wanted === null) return unroute(work, iri)
    const isWhole = typeof wanted === 'object' && '@id' in wanted
    return reroute(work, iri, isWhole ? wanted['@id'] : wanted)
  }
}
