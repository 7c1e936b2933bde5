/** Returns an IRI for a new resource; the ids of resources sort by the time of their creation. */
import type { Iri } from '#content/model/iri.ts'
import { newId } from '../db/new-id.ts'
import type { TypeDefinition } from '../types/type-definition.ts'

export const newIri = ({ endpoint }: TypeDefinition, now: string): Iri =>
  `${endpoint}/${newId(Date.parse(now))}`
