import type { Iri } from '#content/model/iri.ts'
import type { ResourceGraph } from './resource-graph.ts'

/** Returns the component groups of a page, or of a component that contains others. */
export const groupsOf = (graph: ResourceGraph, owner: Iri): Iri[] =>
  ['pages', 'components'].flatMap((property) =>
    graph.incoming(owner, property).map(({ from }) => from),
  )
