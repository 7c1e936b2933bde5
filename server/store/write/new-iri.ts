/** Makes IRIs for new resources. Their ids sort by the time of creation. */
import type { Iri } from '#content/model/iri.ts'
import { newId } from '../db/new-id.ts'
import type { TypeDefinition } from '../types/type-definition.ts'

/** Returns the IRI of a new resource of a type, by default with an id of its own. `now` is an ISO date. */
export const newIri = (
  { endpoint }: TypeDefinition,
  now: string,
  id = newId(Date.parse(now)),
): Iri => `${endpoint}/${id}`
