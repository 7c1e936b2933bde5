/** Finds the resources that have a file of the media library, live versions and drafts, with the pages that show them. */
import { type SqlBool, sql } from 'kysely'
import { type Iri, iriTypeOf, routePath } from '#content/model/iri.ts'
import { isSettingKey } from '#content/model/site-config.ts'
import { settingLabels } from '#content/settings/setting-groups.ts'
import type { SettingKey } from '#content/settings/settings-draft.ts'
import type { FileUse } from '#content/model/media-object.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AccessRules } from '../access/read-access.ts'
import { pagesOfComponent, routeRelationsTo } from '../access/pages-of-component.ts'
import type { ReadContext } from '../access/read-context.ts'
import type { Database } from '../db/schema.ts'
import { valueList } from '../db/sql-dialect.ts'
import type { Relation, ResourceGraph, Row } from '../graph/resource-graph.ts'
import { isLive, liveOf } from '../graph/row-versions.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { GraphReader } from './graph-reader.ts'
import type { ReadOptions } from './read-result.ts'

interface MediaUsesOptions {
  db: Database
  types: TypeRegistry
  access: AccessRules
  graphReader: GraphReader
}

/** The maximum number of uses that are described, and of pages of each. */
const [maxUses, maxPages] = [30, 5]

const describePage = (graph: ResourceGraph, iri: Iri) => {
  const property = iriTypeOf(iri) === 'PAGE_DATA' ? 'pageData' : 'page'
  const route = routeRelationsTo(graph, property, iri)[0]?.from
  return {
    '@id': iri,
    title: String(graph.row(iri)?.data['title'] ?? ''),
    ...(route && { path: routePath(route) }),
  }
}

/** Returns the first items of different values, one more than `limit` at most. */
const takeDistinct = <Item>(items: Iterable<Item>, limit: number) => {
  const taken = new Set<Item>()
  for (const item of items) {
    taken.add(item)
    if (taken.size > limit) break
  }
  return [...taken]
}

/** True for a page or page data, which have a picture of their own that is shown where they are shared. */
const isPage = (iri: Iri) => ['PAGE', 'PAGE_DATA'].includes(iriTypeOf(iri) ?? '')

/** True for a setting whose value is the address of a file. */
const isSetting = (row: Row): row is Row & { data: { key: SettingKey } } =>
  row.type === 'SiteConfigParameter' && isSettingKey(String(row.data['key']))

type UseRelation = Pick<Relation, 'from' | 'property'>

/** Returns the description of one use; null if the viewer may not know of it. */
const describeUse = (
  { types, access }: MediaUsesOptions,
  graph: ResourceGraph,
  { from, property }: UseRelation,
  readContext: ReadContext,
): FileUse | null => {
  const row = graph.row(from)
  if (!row || !access.isVisible(graph, from, readContext)) return null
  const shown = liveOf(graph, from) ?? from
  const pages = isPage(from)
    ? [from]
    : takeDistinct(pagesOfComponent(graph, shown, readContext), maxPages)
  const type = types.byName(row.type)
  return {
    '@id': from,
    '@type': row.type,
    ...(type?.kind && { label: type.kind.label }),
    ...(isPage(from) && { label: 'Social image' }),
    ...(isSetting(row) && { label: settingLabels[row.data.key] }),
    property,
    isPublished: !type?.isPublishable || isLive(row, readContext.now),
    pages: pages.slice(0, maxPages).map((page) => describePage(graph, page)),
    hasMorePages: pages.length > maxPages,
  }
}

/** Returns a function that tells if a viewer may read a resource that has a media object. */
const createIsReadable =
  ({ access, graphReader }: MediaUsesOptions) =>
  (iri: Iri, viewer: Viewer, readOptions: ReadOptions): Promise<boolean> =>
    graphReader.readAs(viewer, readOptions, (graph, readContext) =>
      graph.incoming(iri).some(({ from }) => access.isVisible(graph, from, readContext)),
    )

/** Creates the reads of where files are used. */
export const createMediaUses = (options: MediaUsesOptions) => {
  const { db, graphReader } = options
  return {
    /** Returns how many resources have each of several media objects; those that nothing has are left out. */
    async count(iris: readonly Iri[], on: Database = db): Promise<ReadonlyMap<Iri, number>> {
      const rows = await on
        .selectFrom('relation')
        .select((expressions) => ['to_iri', expressions.fn.countAll<number | string>().as('total')])
        .where(sql<SqlBool>`to_iri in ${valueList(on, iris)}`)
        .groupBy('to_iri')
        .execute()
      return new Map(rows.map(({ to_iri: iri, total }) => [iri, Number(total)]))
    },

    isReadable: createIsReadable(options),

    /** Returns the first resources that have a media object, as far as the viewer may read them. */
    async describe(iri: Iri, viewer: Viewer): Promise<FileUse[]> {
      const relations = await db
        .selectFrom('relation')
        .select(['from_iri as from', 'property'])
        .where('to_iri', '=', iri)
        .orderBy('from_iri')
        .orderBy('property')
        .limit(maxUses)
        .execute()
      return graphReader.readAs(viewer, {}, (graph, readContext) =>
        relations.flatMap((relation) => describeUse(options, graph, relation, readContext) ?? []),
      )
    },
  }
}

export type MediaUses = ReturnType<typeof createMediaUses>
