/** What merged drafts were called: for a day their IRIs lead to the live row (api, section 11.3). */
import { HTTPException } from 'hono/http-exception'
import type { Iri } from '#content/model/iri.ts'
import type { Database } from '../db/schema.ts'

const day = 24 * 60 * 60 * 1000

/** Returns until when a draft that is merged now (ISO, in UTC) is found by its own IRI. */
export const aliasExpiry = (now: string) => new Date(Date.parse(now) + day).toISOString()

/** Returns the IRI of the live row that a draft was merged into, undefined where none was or it is too long ago. */
export const findAlias = async (db: Database, iri: Iri, now: string): Promise<Iri | undefined> => {
  const alias = await db
    .selectFrom('alias')
    .select('to_iri')
    .where('iri', '=', iri)
    .where('until', '>', now)
    .executeTakeFirst()
  return alias?.to_iri
}

/** Asks by an IRI, and where nothing has it (404) by the one it is an alias of. */
export const withAliasFallback = async <Answer>(
  iri: Iri,
  ask: (iri: Iri) => Promise<Answer>,
  aliasOf: (iri: Iri) => Promise<Iri | undefined>,
): Promise<Answer> => {
  try {
    return await ask(iri)
  } catch (thrown) {
    const isMissing = thrown instanceof HTTPException && thrown.status === 404
    const live = isMissing ? await aliasOf(iri) : undefined
    if (live) return withAliasFallback(live, ask, aliasOf)
    throw thrown
  }
}
