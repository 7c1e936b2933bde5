import type { Iri } from '../model/iri.ts'

/** Returns the path of the screen of an account, by its IRI. */
export const accountPath = (iri: Iri) => `/_cwa/users/${encodeURIComponent(iri)}`
