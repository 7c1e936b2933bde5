/** Derives the ids of recreated resources. */
import type { Iri } from '../../model/iri.ts'

/** The end of an IRI that is a UUID of version 7 (RFC 9562), whose three digits after the version may count. */
const idPattern = /\/([\da-f]{8}-[\da-f]{4}-7)([\da-f]{3})(-[89ab][\da-f]{3}-[\da-f]{12})$/

/**
 * Returns the id of what is created in place of a deleted resource; undefined if the deleted one has no UUID of version 7. It is
 * the same for everybody, so that a resource which two people put back is there once.
 */
export const recreationId = (deleted: Iri): string | undefined => {
  const [, time, count, rest] = idPattern.exec(deleted) ?? []
  if (count === undefined) return undefined
  const next = (Number.parseInt(count, 16) + 1) % 0x1000
  return `${time}${next.toString(16).padStart(3, '0')}${rest}`
}
