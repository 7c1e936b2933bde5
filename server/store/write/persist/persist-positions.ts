/** Persists the positions that the body of a new component lists. */
import type { Violation } from '#content/model/resource.ts'
import { InvalidInputError, ValidationError } from '#server/domain-errors.ts'
import type { Row } from '../../graph/resource-graph.ts'
import type { Body } from '../../read/read-result.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'
import { entryViolation } from '../entry-violation.ts'
import { newIri } from '../new-iri.ts'
import { isIri, parseBody } from '../parse-resource-body.ts'
import type { Persist } from './persist-resource.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** The maximum number of positions of a new component; each is a write while all others wait. */
const maxPositions = 100

/** Returns a function that creates a position for a component, or makes an existing one show it. */
const createPersistPosition =
  (types: TypeRegistry, persist: Persist) =>
  async (work: UnitOfWork, component: Row, input: unknown, violations: Violation[]) => {
    const definition = types.byName('ComponentPosition')!
    const isObject = typeof input === 'object' && input !== null
    const existing = isObject && '@id' in input ? input['@id'] : input
    const row = isIri(existing) ? await work.query((graph) => graph.row(existing)) : null
    if (!isObject && row?.type !== definition.type) {
      throw new InvalidInputError(`Invalid IRI "${String(input).slice(0, 200)}".`)
    }
    const { componentGroup, sortValue } = (isObject ? input : {}) as Body
    const placement = row ? {} : { componentGroup, sortValue: sortValue ?? undefined }
    await persist(work, {
      definition,
      iri: row?.iri ?? newIri(definition, work.now),
      row,
      parsed: parseBody(definition, { ...placement, component: component.iri }),
      publishedAt: null,
      violations,
    })
  }

/** Returns the positions that a body lists. Throws an `InvalidInputError` when they are no list, or too many. */
const readPositions = (positions: unknown): unknown[] => {
  if (positions === undefined || positions === null) return []
  if (!Array.isArray(positions)) {
    throw new InvalidInputError('"componentPositions" should be a list.')
  }
  if (positions.length > maxPositions) {
    throw new InvalidInputError(`"componentPositions" should list at most ${maxPositions}.`)
  }
  return positions
}

/** Returns a function that creates the positions which a new component lists, or makes existing ones show it. */
export const createPersistPositions = (types: TypeRegistry, persist: Persist) => {
  const persistPosition = createPersistPosition(types, persist)

  return async (work: UnitOfWork, component: Row, positions: unknown) => {
    const violations: Violation[] = []
    for (const [at, input] of readPositions(positions).entries()) {
      const own: Violation[] = []
      await persistPosition(work, component, input, own)
      violations.push(
        ...own.map((violation) => entryViolation('componentPositions', at, violation)),
      )
    }
    if (violations.length) throw new ValidationError(violations)
  }
}
