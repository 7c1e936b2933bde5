/** Copies a page with everything that is on it, within one transaction. Files and texts stay the same media objects. */
import { maxNameBytes } from '#content/links/address-input.ts'
import type { Iri } from '#content/model/iri.ts'
import { ValidationError } from '#server/domain-errors.ts'
import type { Relation, Row } from '../graph/resource-graph.ts'
import type { Body, MutationOptions } from '../read/read-result.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { newIri } from './new-iri.ts'
import { type PageContents, contentsOf, maxCopied } from './page-contents.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export type Create = (
  work: UnitOfWork,
  definition: TypeDefinition,
  body: Body,
  options: MutationOptions,
) => Promise<Row>

/** The maximum length of a name that is made from another one: in bytes, of which a character may take four. */
const maxNameLength = Math.floor((maxNameBytes - 'Copy of  1000000'.length) / 4)

/** Returns a name that no page has yet: “Copy of home”, “Copy of home 2”. */
const newName = async (work: UnitOfWork, { data }: Row) => {
  const name = `Copy of ${[...String(data['reference'])].slice(0, maxNameLength).join('')}`
  const isTaken = (candidate: string) =>
    work.query((graph) => graph.findByUnique('Page', 'reference', candidate) !== null)
  let candidate = name
  for (let count = 2; await isTaken(candidate); count += 1) candidate = `${name} ${count}`
  return candidate
}

/** Returns the properties of a page that a copy has unless it is given others: all but its name and its route. */
export const inherited = async (
  work: UnitOfWork,
  page: Row,
  { properties }: TypeDefinition,
): Promise<Record<string, unknown>> => {
  const relations = await work.query((graph) => graph.outgoing(page.iri))
  const values = Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
    if (property.type === 'value') return [[name, page.data[name] ?? null]]
    if (property.type !== 'relation') return []
    return [[name, relations.find((relation) => relation.property === name)?.to ?? null]]
  })
  return Object.fromEntries(values)
}

/** Gives a page the files of another one. */
export const copyFiles = async (
  work: UnitOfWork,
  from: Row,
  to: Row,
  { properties }: TypeDefinition,
) => {
  const names = Object.keys(properties).filter((name) => properties[name]?.type === 'file')
  for (const name of names) {
    if (!from.data[name]) continue
    const relations = await work.query((graph) => graph.outgoing(from.iri, name))
    const targets = relations.map((relation) => relation.to)
    await work.setTargets(to.iri, name, targets)
    const current = work.row(to.iri) ?? to
    work.update(current, { data: { ...current.data, [name]: from.data[name] } })
  }
}

/** The new IRIs of what is copied, by the old ones. */
type NewIris = ReadonlyMap<Iri, Iri>

/** Returns the values of a copy: a group is named after its new owner, and nothing but a template is filled by page data. */
export const copiedData = ({ data }: Row, newIris: NewIris, isTemplate: boolean): Row['data'] => {
  const { location, reference, pageDataProperty, pageDataClass, ...others } = data
  const owner = typeof location === 'string' ? newIris.get(location) : undefined
  return {
    ...others,
    ...(location !== undefined && { location: owner ?? location }),
    ...(reference !== undefined && {
      reference: String(reference).replace(String(location), owner ?? String(location)),
    }),
    ...(isTemplate && pageDataProperty !== undefined && { pageDataProperty }),
    ...(isTemplate && pageDataClass !== undefined && { pageDataClass }),
  }
}

/** The owners of a group: the copy of one belongs to copies only. */
const ownerProperties = ['pages', 'layouts', 'components']

export const copyRelation = (
  work: UnitOfWork,
  { from, property, to, position }: Relation,
  { newIris, isTemplate }: { newIris: NewIris; isTemplate: boolean },
) => {
  const target = newIris.get(to)
  if (ownerProperties.includes(property) && target === undefined) return
  if (property === 'binding' && !isTemplate) return
  work.addRelation(newIris.get(from)!, property, target ?? to, position)
}

/** Copies rows with their relations, and joins the groups that are shared. */
const copyContents = async (
  work: UnitOfWork,
  types: TypeRegistry,
  { contents, page, copy }: { contents: PageContents; page: Row; copy: Row },
) => {
  const definitionOf = ({ type }: Row) => types.byName(type)!
  const newIris = new Map<Iri, Iri>([[page.iri, copy.iri]])
  for (const row of contents.copied) newIris.set(row.iri, newIri(definitionOf(row), work.now))
  const isTemplate = copy.data['isTemplate'] === true
  for (const row of contents.copied) {
    const { type, publishedAt, publishedUntil, dueAt } = row
    const iri = newIris.get(row.iri)!
    const data = copiedData(row, newIris, isTemplate)
    work.create({ iri, type, data, publishedAt, publishedUntil, dueAt })
    for (const property of definitionOf(row).unique)
      work.setUniqueValue(type, property, String(data[property]), iri)
    const relations = await work.query((graph) => graph.outgoing(row.iri))
    for (const relation of relations) copyRelation(work, relation, { newIris, isTemplate })
  }
  for (const group of contents.shared) work.addRelation(group, 'pages', copy.iri)
}

/** Returns a function that copies a page, with other values for some of its properties. */
export const createCopyPage =
  (types: TypeRegistry, create: Create) =>
  async (work: UnitOfWork, page: Row, body: Body, options: MutationOptions): Promise<Row> => {
    const definition = types.byName('Page')!
    const values = {
      ...(await inherited(work, page, definition)),
      reference: await newName(work, page),
      ...body,
    }
    const isTemplate = (values as Body)['isTemplate'] === true
    const contents = await work.query((graph) => contentsOf(graph, page.iri, { isTemplate }))
    if (contents.isTooMuch) {
      const message = `Pages with more than ${maxCopied} components and groups cannot be copied.`
      throw new ValidationError([{ propertyPath: 'page', message }])
    }
    const copy = await create(work, definition, { ...values, route: undefined }, options)
    if (body['socialImage'] === undefined) await copyFiles(work, page, copy, definition)
    await copyContents(work, types, { contents, page, copy })
    return copy
  }
