/** Checks and changes the values that only one resource of a type may have, such as the path of a route. */
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import type { ResourceGraph, Row } from '../../graph/resource-graph.ts'
import { canBeReplacedBy } from '../../types/route-paths.ts'
import { violationCodes } from '../../types/violation-codes.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import type { PersistRequest } from './persist-request.ts'
import type { ProposedResource } from './validation-rules.ts'

/**
 * Returns a predicate that is true for the resource itself, and for a redirect that gives way to it. It is never true
 * for a new resource, whose IRI may belong to another one.
 */
const isOwnIri =
  (graph: ResourceGraph, { row, iri }: PersistRequest) =>
  (holder: Iri) =>
    row !== null && (holder === row.iri || (holder === iri && canBeReplacedBy(graph, iri, row)))

/** Returns the violations of unique values that another resource of the type already has. */
export const uniqueViolations = (
  graph: ResourceGraph,
  request: PersistRequest,
  proposed: ProposedResource,
): Violation[] => {
  const { type, unique } = request.definition
  const isHolder = isOwnIri(graph, request)
  return unique.flatMap((property) => {
    const value = proposed[property]
    const holder =
      typeof value === 'string' && value ? graph.findByUnique(type, property, value) : null
    return holder && !isHolder(holder)
      ? [
          {
            propertyPath: property,
            message: `This ${property} is already in use.`,
            code: violationCodes.notUnique,
          },
        ]
      : []
  })
}

/** Stores the unique values of a resource, and frees those that it or the resource it replaces had before. */
export const updateUniqueValues = (
  work: UnitOfWork,
  { definition, iri, row }: PersistRequest,
  replacedRow: Row | null,
  data: Row['data'],
) => {
  const isElsewhere = row !== null && row.iri !== iri
  for (const property of definition.unique) {
    const [replacedValue, oldValue, value] = [
      replacedRow?.data[property],
      row?.data[property],
      data[property],
    ]
    if (typeof replacedValue === 'string')
      work.setUniqueValue(definition.type, property, replacedValue, null)
    if (oldValue === value && !isElsewhere) continue
    if (typeof oldValue === 'string') work.setUniqueValue(definition.type, property, oldValue, null)
    if (typeof value === 'string') work.setUniqueValue(definition.type, property, value, iri)
  }
}
