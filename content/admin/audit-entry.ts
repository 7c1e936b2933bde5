/** The entries of the audit log: who has changed what, when and from where. Only super admins read them. */
import type { Iri } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'

/** The endpoint of the list; each entry is at `/_/audit_entries/{id}`. */
export const auditEntriesEndpoint: Iri = '/_/audit_entries'

export const auditActions = [
  'created',
  'updated',
  'published',
  'deleted',
  'exported',
  'imported',
  'reset',
  'signedIn',
  'signedOut',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The parameters that filter the list. `from` is included, `to` is not. */
export const auditFilters = ['user', 'resource', 'action', 'from', 'to'] as const

/** The list counts no further than this, so that it is as fast for a long log as for a short one. */
export const maxListedEntries = 10_000

/** A changed property. Its values are texts; those that are not are JSON. Long ones are cut, and say so. */
export interface AuditedChange {
  property: string
  /** Null if there was no value. */
  before: string | null
  after: string | null
  /** True for a private value, such as a password, which the log does not contain. */
  isHidden: boolean
}

export interface AuditEntry extends Resource {
  '@id': Iri
  '@type': 'AuditEntry'
  action: AuditAction
  /** The changed resource, which may be deleted by now; null for the whole site. */
  resource: Iri | null
  resourceType: string | null
  /** The names of what the entry refers to, by its IRI: as they are now, or were before it was deleted. What has none is left out. */
  names: Readonly<Record<Iri, string>>
  /** The account, which may be deleted by now; null for a visitor and for the server itself. */
  user: Iri | null
  /** Its username at that time. */
  username: string | null
  /** The address of the client, "command line" or "server". */
  place: string
  changes: readonly AuditedChange[]
  createdAt: string
}
