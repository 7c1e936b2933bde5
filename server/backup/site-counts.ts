/** Counts what a site or a backup contains, so that people see what replaces what. */
import { type SiteCounts, countedContents } from '#content/admin/site-backup.ts'
import type { Database } from '../store/db/schema.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import type { TypeRegistry } from '../store/types/type-registry.ts'
import type { ExportTable } from './backup-format.ts'

type Counted = keyof SiteCounts

const countedAs: Partial<Record<NonNullable<TypeDefinition['category']>, Counted>> = {
  PAGE: 'pages',
  PAGE_DATA: 'entries',
  COMPONENT: 'components',
}

const tables: Partial<Record<ExportTable, Counted>> = {
  media_object: 'files',
  form_submission: 'submissions',
  account: 'accounts',
}

/** Returns a function that counts rows, and the counts so far. */
export const createCounter = (types: TypeRegistry) => {
  const counts = Object.fromEntries(countedContents.map((name) => [name, 0])) as Record<
    Counted,
    number
  >
  const countedOf = (table: ExportTable, type: string | undefined) => {
    if (table !== 'resource') return tables[table]
    const definition = type === undefined ? undefined : types.byName(type)
    return definition?.category ? countedAs[definition.category] : undefined
  }
  return {
    counts: counts as SiteCounts,
    /** Counts rows of a table; `type` is that of a resource. */
    add: (table: ExportTable, type?: string, number = 1) => {
      const counted = countedOf(table, type)
      if (counted) counts[counted] += number
    },
  }
}

const countRows = async (db: Database, table: ExportTable) => {
  const { number } = await db
    .selectFrom(table as 'account')
    .select(({ fn }) => fn.countAll().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** Returns what the site contains now. */
export const countSite = async (db: Database, types: TypeRegistry): Promise<SiteCounts> => {
  const { add, counts } = createCounter(types)
  const byType = await db
    .selectFrom('resource')
    .select(({ fn }) => ['type', fn.countAll().as('number')])
    .groupBy('type')
    .execute()
  for (const { type, number } of byType) add('resource', type, Number(number))
  for (const table of Object.keys(tables) as ExportTable[])
    add(table, undefined, await countRows(db, table))
  return counts
}
