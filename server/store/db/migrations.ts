/** Defines the migrations. Each runs once, in this order, on libsql and on PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { type Kysely, type Migration, sql } from 'kysely'
import { createUniqueKeys } from '#server/users/name-keys.ts'
import { createContentTables } from './migration-0001-content.ts'
import { addListColumns } from './migration-0022-list-columns.ts'
import { addMediaColumns } from './migration-0023-media-lists.ts'
import { addListSearch } from './migration-0024-list-search.ts'
import type { Database } from './schema.ts'
import { eventChannel, isPostgres } from './sql-dialect.ts'

export const migrations: Record<string, Migration> = {
  '0001-content': { up: createContentTables },

  '0002-accounts': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema
        .createTable('account')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('username', 'text', (column) => column.notNull().unique())
        .addColumn('email_address', 'text', (column) => column.notNull().unique())
        .addColumn('password', 'text', (column) => column.notNull())
        .addColumn('roles', 'text', (column) => column.notNull())
        .addColumn('enabled', 'integer', (column) => column.notNull())
        .addColumn('verified', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('modified_at', 'text', (column) => column.notNull())
        .execute()
      await schema
        .createTable('session')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) =>
          column.notNull().references('account.id').onDelete('cascade'),
        )
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      await schema.createIndex('session_by_account').on('session').column('account_id').execute()
    },
  },

  '0003-mail': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema.alterTable('account').addColumn('new_email_address', 'text').execute()
      await schema.alterTable('account').addColumn('new_email_requested_at', 'text').execute()
      await schema
        .createTable('token')
        .addColumn('account_id', 'text', (column) =>
          column.notNull().references('account.id').onDelete('cascade'),
        )
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('token_key', ['account_id', 'purpose'])
        .execute()
    },
  },

  // Notified by a trigger within the transaction, so that all processes hear of a commit even if the writer
  // dies right after it.
  '0004-notify': {
    async up(db: Kysely<unknown>) {
      if (!isPostgres(db)) return
      await sql`
        create function troupe_notify_event() returns trigger language plpgsql as $$
        begin
          perform pg_notify(${sql.lit(eventChannel)}, '');
          return null;
        end $$`.execute(db)
      await sql`
        create trigger troupe_event after insert on event
        for each statement execute function troupe_notify_event()`.execute(db)
    },
  },

  // Counted by a trigger within the transaction, for every writer: in-memory caches compare the number.
  // SQLite counts commits by itself.
  '0005-revision': {
    async up(db: Kysely<unknown>) {
      if (!isPostgres(db)) return
      await sql`create table revision (number double precision not null)`.execute(db)
      await sql`insert into revision values (1)`.execute(db)
      await sql`
        create function troupe_count_revision() returns trigger language plpgsql as $$
        begin
          update revision set number = number + 1;
          return null;
        end $$`.execute(db)
      for (const table of ['resource', 'relation', 'handle', 'alias']) {
        await sql`
          create trigger troupe_revision after insert or update or delete on ${sql.table(table)}
          for each statement execute function troupe_count_revision()`.execute(db)
      }
    },
  },

  '0006-attempts': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema
        .createTable('attempt')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .execute()
      await schema.createIndex('attempt_by_key').on('attempt').columns(['key', 'at']).execute()
      await schema.createIndex('attempt_by_time').on('attempt').column('at').execute()
    },
  },

  '0007-name-keys': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema.alterTable('account').addColumn('username_key', 'text').execute()
      await schema.alterTable('account').addColumn('email_key', 'text').execute()
      const tx = db as Database
      const keysFor = createUniqueKeys()
      const accounts = await tx
        .selectFrom('account')
        .select(['id', 'username', 'email_address'])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      for (const account of accounts) {
        await tx.updateTable('account').set(keysFor(account)).where('id', '=', account.id).execute()
      }
      for (const column of ['username_key', 'email_key']) {
        await schema
          .createIndex(`account_by_${column}`)
          .on('account')
          .column(column)
          .unique()
          .execute()
      }
    },
  },

  '0008-known-networks': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('known_network')
        .addColumn('account_id', 'text', (column) =>
          column.notNull().references('account.id').onDelete('cascade'),
        )
        .addColumn('network', 'text', (column) => column.notNull())
        .addColumn('at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('known_network_key', ['account_id', 'network'])
        .execute()
    },
  },

  '0009-mail-queue': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      // The addresses that existing tokens were sent to are unknown, so the tokens are dropped; their
      // owners can request new ones.
      await sql`delete from token`.execute(db)
      await schema
        .alterTable('token')
        .addColumn('address', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await schema
        .createTable('mail')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('to_address', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('html', 'text', (column) => column.notNull())
        .addColumn('account_id', 'text')
        .addColumn('purpose', 'text')
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('due_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      await schema.createIndex('mail_due').on('mail').column('due_at').execute()
      await schema.createIndex('mail_by_account').on('mail').column('account_id').execute()
    },
  },

  // Signed-in users may read more than visitors and less than editors, so events name their audience.
  '0010-audience': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('event')
        .addColumn('audience', 'text', (column) => column.notNull().defaultTo('editor'))
        .execute()
      await sql`update event set audience = 'public' where private = 0`.execute(db)
      await db.schema.alterTable('event').dropColumn('private').execute()
    },
  },
  // Files that were uploaded before are added by `media/library/unlisted-files.ts`, which reads them.
  '0011-media-objects': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema
        .createTable('media_object')
        .addColumn('iri', 'text', (column) => column.primaryKey())
        .addColumn('content_hash', 'text', (column) => column.notNull().unique())
        .addColumn('data', 'text', (column) => column.notNull())
        .addColumn('file_size', 'integer', (column) => column.notNull())
        .addColumn('search_text', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('modified_at', 'text', (column) => column.notNull())
        .execute()
      await schema
        .createIndex('media_object_by_age')
        .on('media_object')
        .columns(['created_at', 'iri'])
        .execute()
    },
  },

  '0012-presence': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('presence')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('session_hash', 'text', (column) =>
          column.notNull().references('session.token_hash').onDelete('cascade').onUpdate('cascade'),
        )
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('resource', 'text')
        .addColumn('is_typing', 'integer', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      // The other processes are told of changes, not of renewed leases.
      if (!isPostgres(db)) return
      await sql`
        create trigger troupe_presence
        after insert or delete or update of path, resource, is_typing on presence
        for each statement execute function troupe_notify_event()`.execute(db)
    },
  },

  '0013-form-submissions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('form_submission')
        .addColumn('iri', 'text', (column) => column.primaryKey())
        .addColumn('form_iri', 'text', (column) => column.notNull())
        .addColumn('form_type', 'text', (column) => column.notNull())
        .addColumn('is_test', 'integer', (column) => column.notNull())
        .addColumn('entries', 'text', (column) => column.notNull())
        .addColumn('search_text', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('form_submission_by_form')
        .on('form_submission')
        .columns(['form_iri', 'iri'])
        .execute()
    },
  },

  '0014-published-until': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('resource').addColumn('published_until', 'text').execute()
    },
  },

  '0015-session-list': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema.alterTable('session').addColumn('id', 'text').execute()
      await schema.alterTable('session').addColumn('user_agent', 'text').execute()
      const tx = db as Database
      const sessions = await tx.selectFrom('session').select('token_hash').execute()
      for (const { token_hash } of sessions)
        await tx
          .updateTable('session')
          .set({ id: randomUUID() })
          .where('token_hash', '=', token_hash)
          .execute()
      await schema.createIndex('session_by_id').on('session').column('id').unique().execute()
    },
  },

  '0016-invitations': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('account').addColumn('invited_at', 'text').execute()
    },
  },

  // Each filter of the log has an index in the order of the list.
  '0017-audit-log': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('audit_entry')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('account_id', 'text')
        .addColumn('username', 'text')
        .addColumn('place', 'text', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('resource_iri', 'text')
        .addColumn('resource_type', 'text')
        .addColumn('changes', 'text', (column) => column.notNull())
        .execute()
      for (const column of [[], ['account_id'], ['username'], ['resource_iri'], ['action']]) {
        await db.schema
          .createIndex(['audit_entry_by', ...column, 'time'].join('_'))
          .on('audit_entry')
          .columns([...column, 'created_at', 'id'])
          .execute()
      }
    },
  },

  '0018-restorations': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('restoration')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('restoration_by_end')
        .on('restoration')
        .column('expires_at')
        .execute()
    },
  },

  '0019-two-factor': {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      const ofAccount = (table: string) =>
        schema
          .createTable(table)
          .addColumn('account_id', 'text', (column) =>
            column.notNull().references('account.id').onDelete('cascade'),
          )
      await ofAccount('two_factor')
        .addColumn('secret', 'text', (column) => column.notNull())
        .addColumn('confirmed_at', 'text')
        .addColumn('used_step', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('two_factor_key', ['account_id'])
        .execute()
      await ofAccount('recovery_code')
        .addColumn('hash', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('recovery_code_key', ['account_id', 'hash'])
        .execute()
      await ofAccount('sign_in_challenge')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute()
      await schema
        .createIndex('sign_in_challenge_by_account')
        .on('sign_in_challenge')
        .column('account_id')
        .execute()
    },
  },

  // The size is a float, since it exceeds what an integer of PostgreSQL has.
  '0021-backups': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('backup')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('completed_at', 'text', (column) => column.notNull())
        .addColumn('bytes', 'double precision', (column) => column.notNull())
        .execute()
    },
  },

  '0022-list-columns': { up: addListColumns },

  '0023-media-lists': { up: addMediaColumns },

  '0024-list-search': { up: addListSearch },
}
