/** The tables, the same on libsql and PostgreSQL. Dates are ISO text in UTC with milliseconds, so they sort as they read. */
import type { ColumnType, Generated, Kysely } from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import type { EventAudience } from '../events/audience.ts'

export interface ResourceTable {
  iri: Iri
  type: string
  /** The plain values as JSON; what points at other resources is in `relation`. */
  data: string
  /** Counts the writes of this row; half of its ETag. */
  version: number
  /** Null for drafts and for what has no drafts; in the future it is still a draft. */
  published_at: string | null
  /** Set while a publication in the future has not been announced yet. */
  due_at: string | null
  created_at: string
  modified_at: string
}

export interface RelationTable {
  from_iri: Iri
  property: string
  to_iri: Iri
  /** The place among the others of the same list; a position's `sortValue` is its place in its group. */
  position: number
}

/** What a resource may be looked up by, and no other of its type may have. */
export interface HandleTable {
  type: string
  property: string
  value: string
  iri: Iri
}

/** Where a scheduled draft went when it was published; kept for a day. */
export interface AliasTable {
  iri: Iri
  to_iri: Iri
  until: string
}

/** One live-update message. Ids grow in the order in which the writes were committed. */
export interface EventTable {
  id: Generated<number>
  /** `urn:uuid:…` on the wire. */
  uuid: string
  /** The bare IRI, with `?draft=1` for drafts. */
  topic: string
  /** The readers it is for. */
  audience: EventAudience
  /** The frame's JSON. */
  data: string
  created_at: ColumnType<string, string, never>
}

export interface AccountTable {
  id: string
  username: string
  email_address: string
  /** What the two are compared by (`users/name-keys.ts`). */
  username_key: string
  email_key: string
  /** `scrypt$…`; never leaves the server. */
  password: string
  /** The roles as given, JSON; the hierarchy is applied when read. */
  roles: string
  enabled: number
  verified: number
  /** Asked for, and not confirmed yet. */
  new_email_address: string | null
  new_email_requested_at: string | null
  created_at: string
  modified_at: string
}

/** Sent by mail, for one use; of each purpose an account has one. */
export interface TokenTable {
  account_id: string
  purpose: string
  /** Where it was sent to, as addresses are compared. */
  address: string
  hash: string
  created_at: string
  expires_at: string
}

export interface SessionTable {
  /** The hash of the token in the cookie. */
  token_hash: string
  account_id: string
  /** When somebody signed in; kept when a change of the account makes it another session. */
  created_at: string
  expires_at: string
}

/** Something that may not be tried too often; `key` is a hash of what it is counted for. */
export interface AttemptTable {
  id: string
  key: string
  at: string
}

/** Where an account was signed in to from; `network` is a hash. */
export interface KnownNetworkTable {
  account_id: string
  network: string
  /** The last time. */
  at: string
}

/** A mail that is still to be sent. What is in it may open an account. */
export interface MailTable {
  id: string
  to_address: string
  subject: string
  text: string
  html: string
  /** Whom the key in it is for, and what it opens; null where there is none. */
  account_id: string | null
  purpose: string | null
  attempts: number
  created_at: string
  /** When it is tried next; while a process is at it, when another may try. */
  due_at: string
  expires_at: string
}

export interface Schema {
  resource: ResourceTable
  relation: RelationTable
  handle: HandleTable
  alias: AliasTable
  event: EventTable
  account: AccountTable
  session: SessionTable
  token: TokenTable
  mail: MailTable
  attempt: AttemptTable
  known_network: KnownNetworkTable
}

export type Database = Kysely<Schema>
