/** Records which resources a result depends on. */
import type { Iri } from '#content/model/iri.ts'
import type { ResourceGraph } from './resource-graph.ts'

/** The dependency on every resource, for results whose dependencies cannot be listed. */
export const ANY_RESOURCE: Iri = '*'

/** Returns a graph that adds every IRI read from it to `dependencies`, whether or not it exists. */
export const trackReads = (
  graph: ResourceGraph,
  dependencies: Set<Iri> | undefined,
): ResourceGraph =>
  dependencies
    ? {
        row: (iri) => {
          dependencies.add(iri)
          return graph.row(iri)
        },
        outgoing: (iri, property) => {
          dependencies.add(iri)
          return graph.outgoing(iri, property)
        },
        incoming: (iri, property) => {
          dependencies.add(iri)
          return graph.incoming(iri, property)
        },
        findByUnique: (type, property, value) => graph.findByUnique(type, property, value),
        isComplete: () => graph.isComplete(),
      }
    : graph
