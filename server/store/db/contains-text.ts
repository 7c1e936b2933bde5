/**
 * Searches text in any script without regard to case. Databases differ in what they lower-case (libsql only ASCII,
 * PostgreSQL by its locale), but both understand character classes, so the pattern spells out both cases.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldCase } from './list-columns.ts'
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

/** True for a term that no text contains: PostgreSQL would reject NUL, and libsql would stop at it. */
const isNowhere = (term: string) => term.length > maxTermLength || term.includes('\0')

/** Returns the SQL condition that a text contains a term. */
export const containsText = (db: Database, text: RawBuilder<string | null>, term: string) => {
  if (isNowhere(term)) return sql<SqlBool>`1 = 0`
  if (isPostgres(db)) {
    const pattern = patternOf(term, (one) => one.replace(/[.*+?^${}()|[\]\\]/, '\\$&'))
    return sql<SqlBool>`${text} ~ ${pattern}`
  }
  const pattern = patternOf(term, (one) => (/[*?[]/.test(one) ? `[${one}]` : one))
  return sql<SqlBool>`${text} glob ${`*${pattern}*`}`
}

/** Returns the SQL condition that a text whose case is folded contains a term in any case. */
export const containsFolded = (db: Database, column: string, term: string) =>
  isNowhere(term)
    ? sql<SqlBool>`1 = 0`
    : containsExactly(db, column, foldCase(term.normalize('NFC')))

/**
 * Returns the conditions that what a resource is found by contains a term in any case; each resource meets one of them at
 * most. On PostgreSQL the first is answered by indexes alone, and the second is for the few texts that are too long for these.
 */
export const containsListed = (db: Database, table: string, term: string) => {
  const contains = (column: string) => containsFolded(db, `${table}.${column}`, term)
  if (!isPostgres(db)) return [contains('search_text')]
  const isLong = sql<SqlBool>`${sql.ref(`${table}.indexed_text`)} is null`
  return [contains('indexed_text'), sql<SqlBool>`(${isLong} and ${contains('search_text')})`]
}

/** Returns the SQL condition that the text of a column contains a part, in the same case. */
export const containsExactly = (db: Database, column: string, part: string) =>
  // `like` is what a trigram index of PostgreSQL serves; on libsql it would fold ASCII once more, and be slower.
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`
    : sql<SqlBool>`instr(${sql.ref(column)}, ${part}) > 0`
