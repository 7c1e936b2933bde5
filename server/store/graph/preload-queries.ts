/** Makes recursive queries that preload what common requests read. */
import { iriPrefixes } from '#content/model/iri.ts'
import { relationColumns, rowColumns } from './queries.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { quotedList, statement } from '../db/sql-dialect.ts'

interface TraversalSteps {
  /** The properties that are followed from the start of a relation to its end. */
  out: readonly string[]
  /** The properties that are followed from the end of a relation back to its start. */
  into: readonly string[]
  /** The prefixes of IRIs whose incoming relations are too many to preload. */
  closed: readonly string[]
}

const defineTraversal = ({ out, into, closed }: TraversalSteps) => ({
  closed,
  query: statement((dialect) => {
    const { array, value, unindexed } = dialect
    // Excluded before the lookup: a group may have very many.
    const open = closed.map((prefix) => `iri not like ${quotedList([`${prefix}%`])}`).join(' and ')
    return `with recursive reach(iri) as materialized (
      select ${value}
      union
      select case when relation.from_iri = reach.iri then relation.to_iri else relation.from_iri end
      from reach join relation on
        (relation.from_iri = reach.iri and ${unindexed('relation.property')} in (${quotedList(out)}))
        or (relation.to_iri = reach.iri and relation.property in (${quotedList(into)}))
    )
    select ${array(['iri'], 'from reach')} as reached,
      ${array(rowColumns(dialect), 'from resource where iri in (select iri from reach)')} as row_tuples,
      ${array(relationColumns, 'from relation where from_iri in (select iri from reach)')} as out_tuples,
      ${array(relationColumns, `from relation where to_iri in (select iri from reach${open && ` where ${open}`}) and property <> 'layout'`)} as in_tuples`
  }),
})

export type Traversal = ReturnType<typeof defineTraversal>

/** Creates the traversals for a set of types. */
export const createTraversals = ({ all }: TypeRegistry) => {
  const componentProperties = [
    ...new Set(all.flatMap(({ data }) => Object.keys(data?.components ?? {}))),
  ]
  return {
    /** Follows relations from a route or a page to everything it shows. */
    toContent: defineTraversal({
      out: [
        ...[
          'redirect',
          'pageData',
          'page',
          'layout',
          'component',
          'publishedResource',
          ...componentProperties,
        ],
        ...['parentPage', 'parentPageData'],
      ],
      into: ['pages', 'layouts', 'components', 'componentGroup', 'publishedResource'],
      closed: [],
    }),
    /** Follows relations from a component, or any resource, to the routes that show it. */
    toRoutes: defineTraversal({
      out: ['publishedResource', 'componentGroup', 'components', 'pages', 'layouts', 'redirect'],
      into: ['publishedResource', 'component', 'page', 'pageData', ...componentProperties],
      closed: [iriPrefixes.COMPONENT_GROUP, iriPrefixes.LAYOUT],
    }),
  }
}
