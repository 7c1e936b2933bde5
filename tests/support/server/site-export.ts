/** The whole site as an export has it, in a form that is the same when what was deleted is made again. */
import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { inSortOrder } from '#content/model/order.ts'
import { iriTypeOf } from '#content/model/iri.ts'
import { runAdmin } from '#server/admin/cli.ts'
import { parseLine } from '#server/backup/backup-format.ts'
import { stemOf } from '#server/store/types/stored-file.ts'
import type { StorageEnv } from './databases.ts'

interface ResourceRow {
  iri: string
  type: string
  data: Record<string, unknown>
  isPublished: boolean
}

interface Relation {
  from: string
  property: string
  to: string
  position: number
}

const readExport = async (env: StorageEnv) => {
  const printed: Buffer[] = []
  const into = (chunks: Buffer[]) =>
    new Writable({ write: (chunk: Buffer, _encoding, done) => done(void chunks.push(chunk)) })
  const problems: Buffer[] = []
  const code = await runAdmin(['export', '-'], {
    env: { ...env },
    stdin: Readable.from([]),
    stdout: into(printed),
    stderr: Object.assign(into(problems), { isTTY: false }),
  })
  if (code !== 0) throw new Error(Buffer.concat(problems).toString())
  const lines = Buffer.concat(printed).toString().trim().split('\n')
  return lines.flatMap((line) => parseLine(line) ?? [])
}

/** Removes the characters that make the name of a file unique. */
const nameAsUploaded = (name: unknown) => String(name).replace(/-[0-9a-f]{8}(?=\.)/, '')

const nameIn = (iri: string) => iri.slice(iri.lastIndexOf('/') + 1)
const extensionOf = (name: string) => name.slice(stemOf(name).length)

/** Resources that hold others are named by their IRIs, which never change; the others are described in their places. */
const isFixed = (iri: string) =>
  !['COMPONENT', 'COMPONENT_POSITION', 'COMPONENT_GROUP'].includes(iriTypeOf(iri) ?? '')

/** Returns the site without IRIs that are new when a resource is made again, without dates, versions and sort values. */
export const exportSite = async (env: StorageEnv) => {
  const lines = await readExport(env)
  const rowsIn = (table: string) =>
    lines.flatMap((line) => (line.kind === 'row' && line.table === table ? [line.stored] : []))
  const files = new Map(
    lines.flatMap((line) =>
      line.kind === 'file'
        ? [[line.name, createHash('sha256').update(line.bytes).digest('hex')] as const]
        : [],
    ),
  )
  const rows = new Map<string, ResourceRow>(
    rowsIn('resource').map(({ iri, type, data, published_at: publishedAt }) => [
      String(iri),
      {
        iri: String(iri),
        type: String(type),
        data: JSON.parse(String(data)) as Record<string, unknown>,
        isPublished: publishedAt !== null,
      },
    ]),
  )
  const relations = rowsIn('relation').map(
    ({ from_iri: from, property, to_iri: to, position }): Relation => ({
      from: String(from),
      property: String(property),
      to: String(to),
      position: Number(position),
    }),
  )
  // A resource may have a file under another name than that of the media object that its content is stored by.
  const stems = new Map(
    rowsIn('handle').flatMap(({ type, value, iri }) =>
      type === 'MediaObject' ? [[String(value), stemOf(nameIn(String(iri)))] as const] : [],
    ),
  )
  const hashOf = (name: string) => files.get((stems.get(stemOf(name)) ?? '') + extensionOf(name))
  return describeSite({ rows, relations, hashOf })
}

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

interface Site {
  rows: Map<string, ResourceRow>
  relations: Relation[]
  /** Returns the hash of a file by the name that a resource has it by. */
  hashOf: (name: string) => string | undefined
}

const describeSite = (site: Site) => {
  const reached = new Set<string>()
  const describe = createDescriber(site, reached)
  const fixed = [...site.rows.keys()].filter(isFixed).toSorted()
  const roots = Object.fromEntries(fixed.map((iri) => [iri, describe(iri)]))
  const orphans = [...site.rows.keys()].filter((iri) => !isFixed(iri) && !reached.has(iri))
  return { ...roots, orphans: orphans.map((iri) => JSON.stringify(describe(iri))).toSorted() }
}

const createDescriber = ({ rows, relations, hashOf }: Site, reached: Set<string>) => {
  const outgoing = groupBy(relations, ({ from }) => from)
  const incoming = groupBy(relations, ({ to }) => to)
  const sourcesOf = (iri: string, properties: readonly string[]) =>
    (incoming.get(iri) ?? []).filter(({ property }) => properties.includes(property))

  const describeValue = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/_?\/component\/.*$/, '')
    if (typeof value !== 'object' || value === null || !('variants' in value)) return value
    const { name, variants, ...size } = value as { name: string; variants: object[] }
    return {
      ...size,
      name: nameAsUploaded(name),
      contents: hashOf(name),
      variants: variants.map((variant) => {
        const { name: own, size: _, ...dimensions } = variant as { name: string; size: number }
        return { ...dimensions, name: nameAsUploaded(own), isStored: hashOf(own) !== undefined }
      }),
    }
  }

  const describeTarget = (iri: string): unknown =>
    isFixed(iri) || iriTypeOf(iri) === 'COMPONENT_GROUP' ? fixedName(iri) : describe(iri)
  const fixedName = (iri: string) =>
    isFixed(iri) ? iri : describeValue(rows.get(iri)?.data['reference'])

  const contentsOf = ({ data }: ResourceRow) =>
    Object.fromEntries(
      Object.entries(data)
        .filter(([, value]) => value !== null && value !== '')
        .map(([property, value]) => [property, describeValue(value)]),
    )

  const draftOf = (row: ResourceRow) => {
    const [link] = sourcesOf(row.iri, ['publishedResource'])
    if (!link) return null
    const draft = describe(link.from)
    // An edit that changes nothing makes no draft, so one that equals the live version cannot be made again.
    const { contents, targets } = draft
    const isSame =
      JSON.stringify([contents, targets]) === JSON.stringify([contentsOf(row), targetsOf(row.iri)])
    return isSame ? null : draft
  }

  const targetsOf = (iri: string) =>
    Object.fromEntries(
      [...groupBy(outgoing.get(iri) ?? [], ({ property }) => property)]
        .filter(([property]) => property !== 'publishedResource' && property !== 'componentGroup')
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([property, links]) => [
          property,
          links.map(({ to }) => ownerName(property, to)).toSorted(),
        ]),
    )
  const ownerName = (property: string, to: string) =>
    property === 'components' ? 'its component' : describeTarget(to)

  const describe = (iri: string): Described => {
    reached.add(iri)
    const row = rows.get(iri)!
    const positions = inSortOrder(
      sourcesOf(iri, ['componentGroup']).map(({ from, position }) => ({
        iri: from,
        sortValue: position,
      })),
    )
    const groups = sourcesOf(iri, ['pages', 'layouts', 'components']).map(({ from }) => from)
    return {
      type: row.type,
      isPublished: row.isPublished,
      contents: contentsOf(row),
      targets: targetsOf(iri),
      uses: sourcesOf(iri, ['component']).length,
      draft: draftOf(row),
      positions: positions.map((position) => describe(position.iri)),
      groups: groups
        .map(describe)
        .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
    }
  }
  return describe
}

interface Described {
  type: string
  isPublished: boolean
  contents: Record<string, unknown>
  /** The resources that it refers to, by property. Those of a text are its pictures. */
  targets: Record<string, unknown>
  /** The number of positions that show it. */
  uses: number
  draft: Described | null
  positions: Described[]
  groups: Described[]
}
