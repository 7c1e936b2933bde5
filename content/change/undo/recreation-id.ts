/** Derives the ids of recreated resources. */
import type { Iri } from '../../model/iri.ts'
import { isUuid } from '../../model/uuid.ts'

/**
 * Returns the id of what is created in place of a deleted resource; undefined if the deleted one has no UUID. It is the same for
 * everybody, so that a resource which two people put back is there once.
 */
export const recreationId = (deleted: Iri): string | undefined => {
  const id = deleted.slice(deleted.lastIndexOf('/') + 1)
  if (!isUuid(id)) return undefined
  // The three digits after the version may count (RFC 9562, 6.2). The last ones count the copies of one change.
  const count = (Number.parseInt(id.slice(15, 18), 16) + 1) % 0x1000
  return `${id.slice(0, 15)}${count.toString(16).padStart(3, '0')}${id.slice(18)}`
}
