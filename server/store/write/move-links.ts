/**
 * Makes links follow pages whose paths change: those in texts, and the addresses of links. Redirects would lead to the
 * pages as well, but somebody may delete them, and each costs the visitor a request.
 */
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import { type Field, referenceOf } from '#content/model/field.ts'
import { safeDecodeUri } from '#content/navigation/location.ts'
import { type SqlBool, sql } from 'kysely'
import { isPostgres } from '../db/sql-dialect.ts'
import type { Row } from '../graph/resource-graph.ts'
import { sanitize } from '../types/sanitize-html.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The new paths of routes by their old ones. */
type MovedPaths = ReadonlyMap<string, string>
export type MoveLinks = (work: UnitOfWork, paths: MovedPaths) => Promise<void>

/** Matches the address of a link in sanitized HTML, in which `<` and `>` are escaped wherever they are text. */
const hrefInHtml = /(<a\s[^<>]*?\bhref=")(\/[^"<>]*)(?=")/gi

/** Returns an address with its path moved; its query and fragment, and any other address, stay as they are. */
const moveHref = (href: string, paths: MovedPaths) => {
  const [path = ''] = /^[^?#]*/.exec(href)!
  const decoded = safeDecodeUri(path)
  const to = paths.get(decoded) ?? paths.get(decoded.replace(/(?<=.)\/$/, ''))
  return to === undefined ? href : to + href.slice(path.length)
}

const characterReference = (character: string) => `&#${character.charCodeAt(0)};`

/** Returns HTML with its links moved; sanitizing writes the characters of their paths as it does everywhere. */
const moveHrefsInHtml = (html: string, paths: MovedPaths) => {
  const moved = html.replaceAll(hrefInHtml, (link, start: string, escaped: string) => {
    const href = escaped.replaceAll('&amp;', '&')
    const to = moveHref(href, paths)
    return to === href ? link : start + to.replaceAll(/[&"<>]/g, characterReference)
  })
  return moved === html ? html : sanitize(moved)
}

/** Returns the value of a field with its links moved. */
const moveInValue = (value: unknown, field: Field, paths: MovedPaths) => {
  if (typeof value !== 'string') return value
  const reference = referenceOf(field)
  if (reference === 'path') return moveHref(value, paths)
  return reference === 'links' ? moveHrefsInHtml(value, paths) : value
}

/** Returns the values of a resource that change when its links are moved. */
const movedValues = (data: Row['data'], fields: readonly [string, Field][], paths: MovedPaths) =>
  Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const moved = moveInValue(data[name], field, paths)
      return moved === data[name] ? [] : [[name, moved]]
    }),
  )

/** Returns the fields of a type whose values may link to paths of this site. */
const fieldsWithLinks = ({ kind, data }: TypeDefinition) =>
  Object.entries({ ...kind?.fields, ...data?.fields }).filter(([, field]) =>
    ['path', 'links'].includes(referenceOf(field) ?? ''),
  )

/** Returns the longest text with which all of these begin. */
const commonPrefix = ([first = '', ...others]: readonly string[]) => {
  let { length } = first
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}

/**
 * Returns the start of each value in a JSON text that can be a link to one of these paths, up to the first character that
 * addresses, HTML or JSON may write in another way.
 */
const startOfLinks = (paths: MovedPaths) =>
  `"${/^\/[\w/.-]*/.exec(commonPrefix([...paths.keys()]))![0]}`

/** Selects the resources of these types whose JSON text contains a text. */
const resourcesContaining = async ({ tx }: UnitOfWork, types: readonly string[], text: string) => {
  const contains = isPostgres(tx)
    ? sql<SqlBool>`strpos(data, ${text}) > 0`
    : sql<SqlBool>`instr(data, ${text}) > 0`
  const rows = await tx
    .selectFrom('resource')
    .select('iri')
    .where('type', 'in', types)
    .where(contains)
    .execute()
  return rows.map(({ iri }): Iri => iri)
}

/** Returns a function that moves the links of all resources, drafts included. It reads the texts once for all paths. */
export const createMoveLinks = (types: TypeRegistry): MoveLinks => {
  const fieldsByType = new Map(
    types.all
      .map((definition) => [definition.type, fieldsWithLinks(definition)] as const)
      .filter(([, fields]) => fields.length > 0),
  )
  return async (work, paths) => {
    const iris = await resourcesContaining(work, [...fieldsByType.keys()], startOfLinks(paths))
    const rows = await work.query((graph) => iris.flatMap((iri) => graph.row(iri) ?? []))
    for (const row of rows) {
      const moved = movedValues(row.data, fieldsByType.get(row.type)!, paths)
      if (Object.keys(moved).length > 0) work.update(row, { data: { ...row.data, ...moved } })
    }
  }
}

/** Makes the components that link to one route link to another. */
export const retargetLinks = async (work: UnitOfWork, from: Iri, to: Iri) => {
  const links = await work.query((graph) =>
    graph
      .incoming(from)
      .filter((relation) => iriTypeOf(relation.from) === 'COMPONENT')
      .map((relation) => ({ relation, row: graph.row(relation.from) })),
  )
  for (const { relation, row } of links) {
    work.removeRelation(relation)
    work.addRelation(relation.from, relation.property, to, relation.position)
    if (row) work.update(row)
  }
}
