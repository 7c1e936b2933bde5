/**
 * Creates the tables of the first migration: resources with their relations and unique values, and the events of the
 * hub.
 */
import { type Kysely, sql } from 'kysely'
import { isPostgres } from './sql-dialect.ts'

const createResources = async ({ schema }: Kysely<unknown>) => {
  await schema
    .createTable('resource')
    .addColumn('iri', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('published_at', 'text')
    .addColumn('due_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('modified_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('resource_by_type')
    .on('resource')
    .columns(['type', 'created_at', 'iri'])
    .execute()
  await schema
    .createIndex('resource_due')
    .on('resource')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute()
}

const createRelations = async ({ schema }: Kysely<unknown>) => {
  await schema
    .createTable('relation')
    .addColumn('from_iri', 'text', (column) => column.notNull())
    .addColumn('property', 'text', (column) => column.notNull())
    .addColumn('to_iri', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('relation_key', ['from_iri', 'property', 'to_iri'])
    .execute()
  await schema
    .createIndex('relation_backwards')
    .on('relation')
    .columns(['to_iri', 'property', 'position'])
    .execute()
  // A live row has at most one draft, even under concurrent writes.
  await schema
    .createIndex('relation_one_draft')
    .on('relation')
    .column('to_iri')
    .unique()
    .where(sql.ref('property'), '=', sql.lit('publishedResource'))
    .execute()
}

const createHandles = async ({ schema }: Kysely<unknown>) => {
  await schema
    .createTable('handle')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('property', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('iri', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('handle_key', ['type', 'property', 'value'])
    .execute()
  await schema.createIndex('handle_by_iri').on('handle').column('iri').execute()
}

const createAliases = async ({ schema }: Kysely<unknown>) => {
  await schema
    .createTable('alias')
    .addColumn('iri', 'text', (column) => column.primaryKey())
    .addColumn('to_iri', 'text', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .execute()
}

const createEvents = async (db: Kysely<unknown>) => {
  const events = db.schema.createTable('event')
  await (
    isPostgres(db)
      ? events.addColumn('id', 'bigint', (column) =>
          column.generatedAlwaysAsIdentity().primaryKey(),
        )
      : events.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  )
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('private', 'integer', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
}

/** Creates all of these tables with their indexes, in an empty database. */
export const createContentTables = async (db: Kysely<unknown>) => {
  await createResources(db)
  await createRelations(db)
  await createHandles(db)
  await createAliases(db)
  await createEvents(db)
}
