/** Updates one version of a resource: the row in place, its draft, or a new draft of its live row. */
import { ValidationError } from '#server/domain-errors.ts'
import { toApiDate } from '../access/read-context.ts'
import { isLive, liveOf } from '../graph/row-versions.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import type { MutationOptions } from '../read/read-result.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { Drafts } from './drafts.ts'
import type { ParsedBody } from './parse-resource-body.ts'
import type { Persist } from './persist/persist-resource.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** True when a body would change the content of a row, or the end of its publication. */
const wouldChange = (graph: ResourceGraph, row: Row, parsed: ParsedBody) =>
  (parsed.publishedUntil !== undefined && parsed.publishedUntil !== row.publishedUntil) ||
  Object.entries(parsed.values).some(
    ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(row.data[name] ?? null),
  ) ||
  Object.entries(parsed.relations).some(
    ([name, iris]) =>
      JSON.stringify(graph.outgoing(row.iri, name).map(({ to }) => to)) !== JSON.stringify(iris),
  )

/** True for a row that is as if a body had been written into it: a request that was not answered may be sent again. */
export const isWritten = (
  graph: ResourceGraph,
  row: Row,
  parsed: ParsedBody,
  { properties }: TypeDefinition,
) => {
  const { publishedAt = row.publishedAt, sortOrder } = parsed
  const [within = ''] = Object.values(properties).flatMap((property) =>
    property.type === 'sortOrder' ? [property.within] : [],
  )
  return (
    parsed.violations.length === 0 &&
    parsed.flags.size === 0 &&
    publishedAt === row.publishedAt &&
    (sortOrder === undefined || graph.outgoing(row.iri, within)[0]?.position === sortOrder) &&
    !wouldChange(graph, row, parsed)
  )
}

/** Throws a `ValidationError` if a body would change the date at which a row was published. */
const requireSameDate = ({ publishedAt: sent }: ParsedBody, { publishedAt: stored }: Row) => {
  if (sent === undefined) return
  const isSame = !sent || !stored ? sent === stored : toApiDate(sent) === toApiDate(stored)
  if (isSame) return
  const message = 'The publication date of published content cannot be changed.'
  throw new ValidationError([{ propertyPath: 'publishedAt', message }])
}

/** Returns a function that persists the update of a row. */
const createPersistUpdate =
  (persist: Persist, definitionOf: Drafts['definitionOf']) =>
  (
    work: UnitOfWork,
    row: Row,
    parsed: ParsedBody,
    publishedAt: string | null,
    { validatePublished = false }: MutationOptions,
  ): Promise<Row> => {
    const definition = definitionOf(row)
    return persist(work, {
      definition,
      iri: row.iri,
      row,
      parsed,
      publishedAt,
      validatePublished,
    })
  }

/** Returns the live row of a draft; null when it was never published. */
const findLive = (work: UnitOfWork, draft: Row) =>
  work.query((graph) => {
    const iri = liveOf(graph, draft.iri)
    return iri ? graph.row(iri) : null
  })

/** Returns a function that updates a draft, and merges it into its live row when its date has come. */
const createUpdateDraft =
  (persistUpdate: ReturnType<typeof createPersistUpdate>, merge: Drafts['merge']) =>
  async (work: UnitOfWork, row: Row, parsed: ParsedBody, options: MutationOptions) => {
    const publishedAt = parsed.publishedAt === undefined ? row.publishedAt : parsed.publishedAt
    const draft = await persistUpdate(work, row, parsed, publishedAt, options)
    const live = await findLive(work, row)
    return live && isLive(draft, work.now) ? merge(work, draft, live) : draft
  }

/** Returns a function that updates a live row: it creates a draft, unless the body would change nothing. */
const createUpdateLive =
  (createDraft: Drafts['createDraft'], updateDraft: ReturnType<typeof createUpdateDraft>) =>
  async (work: UnitOfWork, row: Row, input: ParsedBody, options: MutationOptions) => {
    const parsed = { ...input }
    // A live row cannot be published again.
    if (parsed.publishedAt && parsed.publishedAt <= work.now) delete parsed.publishedAt
    const isChanged = () =>
      work.query((graph) => parsed.publishedAt !== undefined || wouldChange(graph, row, parsed))
    if (!parsed.violations.length && !(await isChanged())) return row
    return updateDraft(work, await createDraft(work, row), parsed, options)
  }

/** Creates the three kinds of updates, which validate the body and return the row that was updated. */
export const createVersionUpdates = (
  persist: Persist,
  { definitionOf, createDraft, merge }: Drafts,
) => {
  const persistUpdate = createPersistUpdate(persist, definitionOf)
  const updateDraft = createUpdateDraft(persistUpdate, merge)
  return {
    updateInPlace(work: UnitOfWork, row: Row, parsed: ParsedBody, options: MutationOptions) {
      requireSameDate(parsed, row)
      return persistUpdate(work, row, parsed, row.publishedAt, options)
    },
    updateDraft,
    updateLive: createUpdateLive(createDraft, updateDraft),
  }
}
