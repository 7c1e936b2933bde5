/** Finds the live rows that the IRIs of merged drafts lead to for a day. */
import type { Iri } from '#content/model/iri.ts'
import { NotFoundError } from '#server/domain-errors.ts'
import type { Database } from '../db/schema.ts'
import { isoDate } from '../db/iso-date.ts'

const day = 24 * 60 * 60 * 1000

/** Returns the time (ISO, in UTC) until which the IRI of a draft merged now still works. */
export const aliasExpiry = (now: string) => isoDate(Date.parse(now) + day)

/**
 * Returns the IRI of the live row that a draft was merged into; undefined if none was or the alias has
 * expired.
 */
export const findAlias = async (db: Database, iri: Iri, now: string): Promise<Iri | undefined> => {
  const alias = await db
    .selectFrom('alias')
    .select('to_iri')
    .where('iri', '=', iri)
    .where('until', '>', now)
    .executeTakeFirst()
  return alias?.to_iri
}

/** Runs a read for an IRI and, when nothing is found, again for the IRI it is an alias of. */
export const withAliasFallback = async <Result>(
  iri: Iri,
  read: (iri: Iri) => Promise<Result>,
  aliasOf: (iri: Iri) => Promise<Iri | undefined>,
): Promise<Result> => {
  try {
    return await read(iri)
  } catch (thrown) {
    const live = thrown instanceof NotFoundError ? await aliasOf(iri) : undefined
    if (live) return withAliasFallback(live, read, aliasOf)
    throw thrown
  }
}
