/** Lists the media library: searched, filtered by tags, sorted and paginated. */
import { type SqlBool, sql } from 'kysely'
import { containsExactly, containsFolded } from '../../store/db/contains-text.ts'
import type { Database, MediaObjectTable } from '../../store/db/schema.ts'
import { jsonText, listHas } from '../../store/db/sql-dialect.ts'
import { filtersOf } from '../../store/read/lists/list-envelope.ts'
import { pagingOf, readListPage } from '../../store/read/lists/list-paging.ts'
import { mediaObjectDefinition } from './media-object-type.ts'

/** The filters of the list. */
export const mediaObjectFilters = [
  ...filtersOf(mediaObjectDefinition),
  { variable: 'tags[]', property: 'tags' },
]

/** The maximum number of tags that a list is filtered by; more match nothing that fewer do not. */
const maxTags = 50

const searchCondition = (db: Database, query: URLSearchParams) => {
  const term = query.get('search')?.trim()
  return term ? [containsFolded(db, 'search_text', term)] : []
}

/** Few files contain the quoted tag anywhere in their tags, of which it may yet be a part. */
const hasTag = (db: Database, tag: string) =>
  sql<SqlBool>`(${containsExactly(db, 'tags', JSON.stringify(tag))} and ${listHas(db, 'tags', tag)})`

const tagConditions = (db: Database, query: URLSearchParams) =>
  [...query.getAll('tags[]'), ...query.getAll('tags')]
    .filter((tag) => tag.trim())
    .slice(0, maxTags)
    .map((tag) => hasTag(db, tag.trim().toLowerCase().normalize('NFC')))

/** Returns what the list is sorted by, and the direction; newest first by default. */
const sortOrderOf = (db: Database, query: URLSearchParams) => {
  const columns = {
    createdAt: sql.ref('created_at'),
    name: sql`lower(${jsonText(db, 'data', 'name')})`,
    fileSize: sql.ref('file_size'),
  }
  for (const [property, by] of Object.entries(columns)) {
    const direction = query.get(`order[${property}]`)?.toLowerCase()
    if (direction === 'asc' || direction === 'desc') return { by, direction } as const
  }
  return { by: columns.createdAt, direction: 'desc' } as const
}

/** Selects the media objects that match a search and have all tags. */
const matching = (db: Database, query: URLSearchParams) => {
  const conditions: readonly ReturnType<typeof sql<SqlBool>>[] = [
    ...searchCondition(db, query),
    ...tagConditions(db, query),
  ]
  return conditions.reduce(
    (selected, condition) => selected.where(condition),
    db.selectFrom('media_object'),
  )
}

const countOf = async (matches: ReturnType<typeof matching>) => {
  const { total } = await matches
    .select((expressions) => expressions.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Returns one page of the media objects that match a query, and the total number of matches unless that is not asked for. */
export const listMediaObjects = async (db: Database, query: URLSearchParams) => {
  const paging = pagingOf(mediaObjectDefinition, query)
  const matches = matching(db, query)
  const { by, direction } = sortOrderOf(db, query)
  const inOrder = matches.orderBy(by, direction).orderBy('iri', direction)
  // Apart, so that of the files on pages before this one nothing is read but an index.
  const within = (range: { limit: number; offset: number }) =>
    db
      .selectFrom('media_object')
      .where('iri', 'in', inOrder.select('iri').limit(range.limit).offset(range.offset))
      .orderBy(by, direction)
      .orderBy('iri', direction)
  const { matches: rows, ...found } = await readListPage<MediaObjectTable>(paging, {
    read: (range) => (range ? within(range) : inOrder).selectAll().execute(),
    count: () => countOf(matches),
  })
  return { rows, ...found, paging }
}
