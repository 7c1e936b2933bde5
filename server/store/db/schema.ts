/**
 * Defines the tables, the same on libsql and PostgreSQL. Dates are ISO strings in UTC with milliseconds, so they sort
 * as text.
 */
import type { ColumnType, Generated, Kysely } from 'kysely'
import type { BulkAction } from '#content/admin/bulk-change.ts'
import type { AuditAction } from '#content/admin/audit-entry.ts'
import type { Iri } from '#content/model/iri.ts'
import type { EventAudience } from '../events/audience.ts'

export interface ResourceTable {
  iri: Iri
  type: string
  /** The resource's own values as JSON; its relations to other resources are in the table `relation`. */
  data: string
  /** The number of writes of this row, which is part of its ETag. */
  version: number
  /**
   * The date of publication; null for drafts and for types without drafts. A row with a future date is still a draft.
   */
  published_at: string | null
  /** The date at which it is no longer published; null if that is not planned. */
  published_until: string | null
  /** The date of a scheduled publication until that has been announced; then that of its end, or null. */
  due_at: string | null
  /** Everything that lists find it by, one text a line, with its case folded (`list-columns.ts`); null for nothing. */
  search_text: string | null
  /** The name that lists are sorted by, with its case folded; null without a name. */
  sort_key: string | null
  /** 1 for pages that are templates, 0 for other pages; null for what is no page. */
  is_template: number | null
  created_at: string
  modified_at: string
}

/** A property of one resource that names another by its IRI, such as the `layout` of a page. */
interface RelationTable {
  from_iri: Iri
  property: string
  to_iri: Iri
  /** The index among the relations of the same list. A position's `sortValue` is its index in its group. */
  position: number
}

/** A value that is unique within a type and by which a resource can be looked up. */
export interface HandleTable {
  type: string
  property: string
  value: string
  iri: Iri
}

/** Maps the IRI of a merged draft to its live row, for a day. */
interface AliasTable {
  iri: Iri
  to_iri: Iri
  until: string
}

/** An uploaded file of the media library. A relation from each resource that has it leads here. */
export interface MediaObjectTable {
  iri: Iri
  /** The SHA-256 of the stored file in hexadecimal, by which the same content is stored once. */
  content_hash: string
  /** Its `MediaObjectData` as JSON. */
  data: string
  /** The size of the original file in bytes. */
  file_size: number
  /** Everything that it can be found by, one text a line, with its case folded. */
  search_text: string
  /** Its tags as a list in JSON. */
  tags: string
  /** The number of writes of this row, which is part of its ETag. */
  version: number
  created_at: string
  modified_at: string
}

/** An event of the hub. Ids grow in commit order. */
export interface EventTable {
  id: Generated<number>
  /** The id that clients know the event by, as `urn:uuid:…`. */
  uuid: string
  /** The resource's IRI, with `?draft=1` for drafts. */
  topic: string
  /** The viewers who may receive it. */
  audience: EventAudience
  /** The resource as JSON, or its `@id` alone when it was deleted. */
  data: string
  created_at: ColumnType<string, string, never>
}

export interface AccountTable {
  id: string
  username: string
  email_address: string
  /** The normalized forms that names are compared by (`users/name-keys.ts`). */
  username_key: string
  email_key: string
  /** An scrypt hash (`scrypt$…`); never leaves the server. */
  password: string
  /** The assigned roles as JSON; inherited roles are added when they are read. */
  roles: string
  enabled: number
  verified: number
  /** The address waiting for confirmation. */
  new_email_address: string | null
  new_email_requested_at: string | null
  /** The time of the invitation of an account that was made without a password; stays once that is chosen. */
  invited_at: string | null
  created_at: string
  modified_at: string
}

/** A single-use token sent by mail. An account has at most one for each purpose. */
interface TokenTable {
  account_id: string
  purpose: string
  /** The address it was sent to, normalized. */
  address: string
  hash: string
  created_at: string
  expires_at: string
}

interface SessionTable {
  /** The public id, by which the owner of the account ends it. */
  id: string
  /** The hash of the session cookie's token. */
  token_hash: string
  account_id: string
  /** The time of signing in; preserved when the token is rotated. */
  created_at: string
  expires_at: string
  /** The `User-Agent` header of the browser, cut to a length that any of them has; null for none. */
  user_agent: string | null
}

/** The second factor of an account: the key of an authenticator app. */
export interface TwoFactorTable {
  account_id: string
  /** In Base32, as the app has it, and encrypted (`auth/two-factor/secret-encryption.ts`). It is only sent while it is set up. */
  secret: string
  /** The time at which a code of the app has shown that it has the key; null until then. */
  confirmed_at: string | null
  /** The number of the latest time step of which a code was used, so that none is used twice. */
  used_step: number
}

/** A code that stands for one of the app, once. */
export interface RecoveryCodeTable {
  account_id: string
  hash: string
}

/** A sign-in whose password was right, and which waits for a code. */
interface SignInChallengeTable {
  token_hash: string
  account_id: string
  /** The number of wrong codes. */
  failures: number
  expires_at: string
}

/** An attempt at something that is throttled; `key` is a hash of what is counted. */
interface AttemptTable {
  id: string
  key: string
  at: string
}

/** A network from which an account has signed in; `network` is a hash. */
interface KnownNetworkTable {
  account_id: string
  network: string
  /** The time of the last sign-in from there. */
  at: string
}

/** A mail that is still to be sent. Its content may include a token that opens an account. */
export interface MailTable {
  id: string
  to_address: string
  subject: string
  text: string
  html: string
  /** The account and purpose of the token it contains; null without one. */
  account_id: string | null
  purpose: string | null
  attempts: number
  created_at: string
  /** The time of the next attempt; while a process is sending it, the time after which another may. */
  due_at: string
  expires_at: string
}

/** The whereabouts of a tab of an editor, until its lease ends (`presence/presences.ts`). */
export interface PresenceTable {
  /** The id of the tab. */
  id: string
  account_id: string
  /** The hash of the session, with whose row this one is deleted. */
  session_hash: string
  path: string
  /** The selected resource, or null. */
  resource: Iri | null
  is_typing: number
  expires_at: string
}

/** A form that a visitor has sent, or an editor to test it. */
export interface FormSubmissionTable {
  iri: Iri
  /** The component that was submitted, which may be deleted by now. */
  form_iri: Iri
  form_type: string
  is_test: number
  /** Its `SubmittedEntry`s as JSON. */
  entries: string
  /** Everything that it can be found by, one text a line. */
  search_text: string
  created_at: string
}

/** A change that somebody has made. It has no reference to the account or the resource, either of which may be deleted. */
export interface AuditEntryTable {
  id: string
  created_at: string
  account_id: string | null
  username: string | null
  /** The address of the client, or the name of another place (`audit/actor.ts`). */
  place: string
  action: AuditAction
  resource_iri: Iri | null
  resource_type: string | null
  /** Its `AuditedChange`s as JSON. */
  changes: string
}

/** A backup that was made completely. */
interface BackupTable {
  id: string
  completed_at: string
  /** Its size in bytes. */
  bytes: number
}

/** The state from before a change that can still be undone (`store/restorations.ts`). */
interface RestorationTable {
  id: string
  action: BulkAction
  /** The account that has made the change. */
  account_id: string
  /** A `Restoration` as JSON. */
  state: string
  expires_at: string
}

export interface Schema {
  resource: ResourceTable
  relation: RelationTable
  handle: HandleTable
  alias: AliasTable
  media_object: MediaObjectTable
  event: EventTable
  account: AccountTable
  session: SessionTable
  two_factor: TwoFactorTable
  recovery_code: RecoveryCodeTable
  sign_in_challenge: SignInChallengeTable
  token: TokenTable
  mail: MailTable
  attempt: AttemptTable
  known_network: KnownNetworkTable
  presence: PresenceTable
  form_submission: FormSubmissionTable
  audit_entry: AuditEntryTable
  backup: BackupTable
  restoration: RestorationTable
}

export type Database = Kysely<Schema>
