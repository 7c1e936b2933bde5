/**
 * Finding words whatever their case, in any script. What databases call lower case differs: libsql knows ASCII only,
 * PostgreSQL what its locale knows. Both understand a choice of characters, so the cases are spelled out.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './schema.ts'
import { isPostgres } from './sql.ts'

/** No text that is searched is longer. */
const longest = 2000

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

export const containsText = (db: Database, text: RawBuilder<string | null>, term: string) => {
  // No text has NUL in it: PostgreSQL would not even look for one, and libsql would look for what stands before it.
  if (term.length > longest || term.includes('\0')) return sql<SqlBool>`1 = 0`
  if (isPostgres(db)) {
    const pattern = patternOf(term, (one) => one.replace(/[.*+?^${}()|[\]\\]/, '\\$&'))
    return sql<SqlBool>`${text} ~ ${pattern}`
  }
  const pattern = patternOf(term, (one) => (/[*?[]/.test(one) ? `[${one}]` : one))
  return sql<SqlBool>`${text} glob ${`*${pattern}*`}`
}
