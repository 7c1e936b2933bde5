/** Updates a row in place, updates its existing draft instead, or creates a draft of a live row (api, section 5). */
import { ValidationError } from '#server/domain-errors.ts'
import { toApiDate } from '../access/read-context.ts'
import { isLive, liveOf } from '../graph/drafts-and-live.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { WriteOptions } from '../read/read-result.ts'
import type { Drafts } from './drafts.ts'
import type { ParsedBody } from './parse-resource-body.ts'
import type { Persist } from './persist-resource.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Returns true if a body would change a live row. */
const wouldChange = (graph: ResourceGraph, row: Row, parsed: ParsedBody) =>
  parsed.publishedAt !== undefined ||
  Object.entries(parsed.values).some(
    ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(row.data[name] ?? null),
  ) ||
  Object.entries(parsed.relations).some(
    ([name, iris]) =>
      JSON.stringify(graph.outgoing(row.iri, name).map(({ to }) => to)) !== JSON.stringify(iris),
  )

export const createRowUpdates = (
  persist: Persist,
  { definitionOf, createDraft, merge }: Drafts,
) => {
  const updateInPlace = (work: UnitOfWork, row: Row, parsed: ParsedBody, options: WriteOptions) => {
    const isSame =
      !parsed.publishedAt || !row.publishedAt
        ? parsed.publishedAt === row.publishedAt
        : toApiDate(parsed.publishedAt) === toApiDate(row.publishedAt)
    if (parsed.publishedAt !== undefined && !isSame) {
      const message = 'The publication date of published content cannot be changed.'
      throw new ValidationError([{ propertyPath: 'publishedAt', message }])
    }
    const { validatePublished = false } = options
    const { publishedAt } = row
    return persist(work, {
      definition: definitionOf(row),
      iri: row.iri,
      row,
      parsed,
      publishedAt,
      validatePublished,
    })
  }

  const updateDraft = async (
    work: UnitOfWork,
    row: Row,
    parsed: ParsedBody,
    options: WriteOptions,
  ) => {
    const { validatePublished = false } = options
    const publishedAt = parsed.publishedAt === undefined ? row.publishedAt : parsed.publishedAt
    const definition = definitionOf(row)
    const draft = await persist(work, {
      definition,
      iri: row.iri,
      row,
      parsed,
      publishedAt,
      validatePublished,
    })
    const live = await work.query((graph) => {
      const iri = liveOf(graph, row.iri)
      return iri ? graph.row(iri) : null
    })
    return live && isLive(draft, work.now) ? merge(work, draft, live) : draft
  }

  const updateLive = async (
    work: UnitOfWork,
    row: Row,
    input: ParsedBody,
    options: WriteOptions,
  ) => {
    const parsed = { ...input }
    // A live row cannot be published again.
    if (parsed.publishedAt && parsed.publishedAt <= work.now) delete parsed.publishedAt
    if (
      !parsed.violations.length &&
      !(await work.query((graph) => wouldChange(graph, row, parsed)))
    )
      return row
    const draft = await createDraft(work, row)
    return updateDraft(work, draft, parsed, options)
  }

  return { updateInPlace, updateDraft, updateLive }
}
