/** Copies page data with components of its own, as drafts, within one transaction. Files and texts stay the same media objects. */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { ValidationError } from '#server/domain-errors.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { draftOf, liveOf } from '../graph/row-versions.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { type Create, copiedData, copyFiles, copyRelation, inherited } from './copy-page.ts'
import { newIri } from './new-iri.ts'
import { contentsOf, maxCopied } from './page-contents.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The maximum length of a title, of which a copy adds some words to the beginning. */
const maxTitleLength = 2_000

const titleOf = ({ data }: Row) => {
  const title = String(data['title'] ?? '')
  const copied = `Copy of ${title}`
  return copied.length > maxTitleLength ? title : copied
}

/** A component or what is in it, in the version that editors see. */
interface CopiedRow {
  row: Row
  /** The IRIs of all its versions. */
  versions: readonly Iri[]
}

/** Returns the versions of what a row belongs to: the live one, and its draft. */
const versionsOf = (graph: ResourceGraph, iri: Iri) => {
  const live = liveOf(graph, iri) ?? iri
  return [live, draftOf(graph, live)].filter((version) => version !== null)
}

/** Returns a component with everything in it, each once; null for more than can be copied. */
const copiedWith = (graph: ResourceGraph, component: Iri): CopiedRow[] | null => {
  const [live = component] = versionsOf(graph, component)
  const { copied, isTooMuch } = contentsOf(graph, live, { isTemplate: true })
  if (isTooMuch) return null
  const found = new Map<Iri, CopiedRow>()
  for (const iri of [live, ...copied.map((row) => row.iri)]) {
    const versions = versionsOf(graph, iri)
    const row = graph.row(versions.at(-1)!)
    if (row && !found.has(versions[0]!)) found.set(versions[0]!, { row, versions })
  }
  return [...found.values()]
}

/** Copies a component with everything in it as drafts, and returns its new IRI. */
const copyComponent = async (work: UnitOfWork, types: TypeRegistry, component: Iri) => {
  const copied = await work.query((graph) => copiedWith(graph, component))
  if (copied === null) {
    const message = `Components with more than ${maxCopied} others in them cannot be copied.`
    throw new ValidationError([{ propertyPath: '', message }])
  }
  const newIris = new Map<Iri, Iri>()
  for (const { row, versions } of copied) {
    const iri = newIri(types.byName(row.type)!, work.now)
    for (const version of versions) newIris.set(version, iri)
  }
  for (const { row } of copied) await copyRow(work, types.byName(row.type)!, { row, newIris })
  return newIris.get(component)
}

const copyRow = async (
  work: UnitOfWork,
  { unique, isPublishable }: TypeDefinition,
  { row, newIris }: { row: Row; newIris: ReadonlyMap<Iri, Iri> },
) => {
  const iri = newIris.get(row.iri)!
  const data = copiedData(row, newIris, true)
  const { publishedAt, publishedUntil, dueAt } = row
  const dates = isPublishable
    ? { publishedAt: null, publishedUntil: null, dueAt: null }
    : { publishedAt, publishedUntil, dueAt }
  work.create({ iri, type: row.type, data, ...dates })
  for (const property of unique)
    work.setUniqueValue(row.type, property, String(data[property]), iri)
  const relations = await work.query((graph) => graph.outgoing(row.iri))
  for (const relation of relations)
    if (relation.property !== 'publishedResource')
      copyRelation(work, relation, { newIris, isTemplate: true })
}

/** Returns a function that copies page data. The copy has no route, and its components are no other's. */
export const createCopyPageData =
  (types: TypeRegistry, create: Create) =>
  async (work: UnitOfWork, source: Row): Promise<Row> => {
    const definition = types.byName(source.type)!
    const values = await inherited(work, source, definition)
    for (const [name, value] of Object.entries(values)) {
      if (typeof value !== 'string' || iriTypeOf(value) !== 'COMPONENT') continue
      if (definition.properties[name]?.type !== 'relation') continue
      values[name] = await copyComponent(work, types, value)
    }
    const body = { ...values, title: titleOf(source), route: undefined }
    const copy = await create(work, definition, body, {})
    await copyFiles(work, source, copy, definition)
    return copy
  }
