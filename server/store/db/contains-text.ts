/**
 * Searches text in any script without regard to case. Databases differ in what they lower-case (libsql only ASCII,
 * PostgreSQL by its locale), but both understand character classes, so the pattern spells out both cases.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './schema.ts'
import { isPostgres } from './sql-dialect.ts'

/** The maximum length of a term in characters; no searchable text is longer. */
const maxTermLength = 2000

const casesOf = (character: string) =>
  [...new Set([character, character.toLowerCase(), character.toUpperCase()])].filter(
    (one) => [...one].length === 1,
  )

const patternOf = (term: string, literal: (character: string) => string) =>
  [...term.normalize('NFC')]
    .map((character) => {
      const cases = casesOf(character)
      return cases.length > 1 ? `[${cases.join('')}]` : literal(character)
    })
    .join('')

/** Returns the SQL condition that a text contains a term. */
export const containsText = (db: Database, text: RawBuilder<string | null>, term: string) => {
  // No stored text contains NUL: PostgreSQL would reject the search, and libsql would stop at the NUL.
  if (term.length > maxTermLength || term.includes('\0')) return sql<SqlBool>`1 = 0`
  if (isPostgres(db)) {
    const pattern = patternOf(term, (one) => one.replace(/[.*+?^${}()|[\]\\]/, '\\$&'))
    return sql<SqlBool>`${text} ~ ${pattern}`
  }
  const pattern = patternOf(term, (one) => (/[*?[]/.test(one) ? `[${one}]` : one))
  return sql<SqlBool>`${text} glob ${`*${pattern}*`}`
}
