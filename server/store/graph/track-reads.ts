/** What an answer depends on, noted while it is worked out. */
import type { Iri } from '#content/model/iri.ts'
import type { ResourceGraph } from './resource-graph.ts'

/** Stands for all there is, where what an answer depends on cannot be said. */
export const ANY_RESOURCE: Iri = '*'

/** The same graph; whatever is asked about one of them, its IRI is noted, though there be nothing to find. */
export const trackReads = (graph: ResourceGraph, used: Set<Iri> | undefined): ResourceGraph =>
  used
    ? {
        row: (iri) => {
          used.add(iri)
          return graph.row(iri)
        },
        outgoing: (iri, property) => {
          used.add(iri)
          return graph.outgoing(iri, property)
        },
        incoming: (iri, property) => {
          used.add(iri)
          return graph.incoming(iri, property)
        },
        findByUnique: (type, property, value) => graph.findByUnique(type, property, value),
        isComplete: () => graph.isComplete(),
      }
    : graph
