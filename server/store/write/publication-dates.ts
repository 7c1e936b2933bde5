/** Decides when a publication begins and ends. All dates are ISO, in UTC, so that they compare as text. */
import type { Violation } from '#content/model/resource.ts'
import type { Row } from '../graph/resource-graph.ts'

export type PublicationDate = 'publishedAt' | 'publishedUntil' | 'dueAt'
type PublicationDates = Pick<Row, PublicationDate>

/** Returns the dates of a resource, with the one at which the server has to publish it, or to end that. */
export const publicationDates = (
  { publishedAt, publishedUntil }: Pick<Row, 'publishedAt' | 'publishedUntil'>,
  now: string,
): PublicationDates => ({
  publishedAt,
  publishedUntil,
  dueAt: publishedAt === null ? null : publishedAt > now ? publishedAt : publishedUntil,
})

/** True for a row that is due because its publication ends, and not because it begins. */
export const isEnding = ({ publishedUntil, dueAt }: Row) =>
  publishedUntil !== null && dueAt === publishedUntil

/** Returns the date of a scheduled publication that has not been announced; null without one. */
export const beginningOf = (row: Row) => (isEnding(row) ? null : row.dueAt)

/** The dates of what is no longer published. */
export const ended: PublicationDates = { publishedAt: null, publishedUntil: null, dueAt: null }

/** Returns the violation of an end that has passed, or that comes before the beginning. */
export const endViolations = (
  { publishedAt, publishedUntil }: Pick<Row, 'publishedAt' | 'publishedUntil'>,
  now: string,
): Violation[] => {
  if (publishedUntil === null) return []
  const isPast = publishedUntil <= now
  if (!isPast && (publishedAt === null || publishedUntil > publishedAt)) return []
  const message = isPast
    ? 'The end of the publication has to be in the future.'
    : 'The end of the publication has to be after its beginning.'
  return [{ propertyPath: 'publishedUntil', message }]
}
