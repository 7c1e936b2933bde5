/** Describes what was done to a file of the media library, for the audit log. */
import type { MediaObjectTable } from '../store/db/schema.ts'
import { type MediaObjectData, mediaObjectType } from '../store/types/media-object-data.ts'
import { auditedChanges } from './audited-changes.ts'
import type { NewAuditEntry } from './insert-audit-entries.ts'

const valuesOf = (row: MediaObjectTable | null) => {
  if (!row) return null
  const { file, ...about } = JSON.parse(row.data) as MediaObjectData
  return { ...about, file: file.name }
}

/** Returns the entry about a file that was added (`before` is null), changed or deleted (`after` is null). */
export const mediaObjectEntry = (
  before: MediaObjectTable | null,
  after: MediaObjectTable | null,
): NewAuditEntry => ({
  action: !before ? 'created' : after ? 'updated' : 'deleted',
  resource: (after ?? before)?.iri ?? null,
  resourceType: mediaObjectType,
  changes: auditedChanges(valuesOf(before), valuesOf(after)),
})
