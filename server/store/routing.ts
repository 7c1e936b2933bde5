/** What a page, or page data, says about its own route: the one it names shows it from now on (api, section 1.4). */
import { type Iri, typeOf } from '#content/iri.ts'
import { problem } from '../problem.ts'
import { first } from './context.ts'
import type { Row } from './facts.ts'
import type { Moving } from './moving.ts'
import { routesOf } from './tree.ts'
import type { Work } from './work.ts'

const taken = 'This route leads to another page.'
const nowhere = { page: null, pageData: null }

export const createRouting = (
  write: Moving['write'],
  remove: (work: Work, iri: Iri) => Promise<void>,
) => {
  const routesTo = (work: Work, entity: Iri) =>
    work.ask((facts) => routesOf(facts, entity).flatMap((iri) => facts.row(iri) ?? []))

  /** A route that leads nowhere else would be none. */
  const unroute = async (work: Work, entity: Iri) => {
    for (const route of await routesTo(work, entity)) {
      const leadsOn = await work.ask((facts) => first(facts, route.iri, 'redirect'))
      await (leadsOn ? write(work, route, nowhere) : remove(work, route.iri))
    }
  }

  /** The one it had leads to the new one, as where a route is generated. */
  const reroute = async (work: Work, entity: Iri, wanted: unknown) => {
    const property = typeOf(entity) === 'PAGE' ? 'page' : 'pageData'
    const { route, shown } = await work.ask((facts) => {
      const row = typeof wanted === 'string' ? facts.row(wanted) : null
      return {
        route: row?.type === 'Route' ? row : null,
        shown: row && (first(facts, row.iri, 'page') ?? first(facts, row.iri, 'pageData')),
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
  return (work: Work, { iri }: Row, wanted: unknown) => {
    if (wanted === undefined) return Promise.resolve()
    if (wanted === null) return unroute(work, iri)
    const isWhole = typeof wanted === 'object' && '@id' in wanted
    return reroute(work, iri, isWhole ? wanted['@id'] : wanted)
  }
}
