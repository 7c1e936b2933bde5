/** What an answer depends on, noted while it is worked out. */
import type { Iri } from '#content/iri.ts'
import type { Facts } from './facts.ts'

/** Stands for all there is, where what an answer depends on cannot be said. */
export const anything: Iri = '*'

/** The same facts; whatever is asked about one of them, its IRI is noted, though there be nothing to find. */
export const noting = (facts: Facts, used: Set<Iri> | undefined): Facts =>
  used
    ? {
        row: (iri) => {
          used.add(iri)
          return facts.row(iri)
        },
        out: (iri, property) => {
          used.add(iri)
          return facts.out(iri, property)
        },
        in: (iri, property) => {
          used.add(iri)
          return facts.in(iri, property)
        },
        holder: (type, property, value) => facts.holder(type, property, value),
        isComplete: () => facts.isComplete(),
      }
    : facts
