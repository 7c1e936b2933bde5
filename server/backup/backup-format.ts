/**
 * The format of backups, which `npm run admin` exports and imports: JSON lines. The first names the format, then come all rows of content and accounts, the files, and
 * a last line with the number of lines and their SHA-256. A file without that last line is incomplete.
 */
import * as v from 'valibot'
import { encryptedPattern } from '../auth/two-factor/secret-encryption.ts'
import { isPasswordHash } from '../auth/passwords.ts'
import { bodyLimits, parseJsonBody } from '../http/body/json-body.ts'
import { BackupError } from './backup-error.ts'

const format = 1
export const headerLine = JSON.stringify({ site: 'troupe', format })

const text = v.string()
const date = v.pipe(v.string(), v.isoTimestamp())
const integer = v.pipe(v.number(), v.integer())
const nullable = <Inner extends v.GenericSchema>(inner: Inner) => v.nullable(inner)

/**
 * The exported tables, in their order in the file. Sessions and email tokens are left out, since they would let anyone
 * who has the file sign in as somebody else. So are the events, which only tell browsers what changed,
 * and the audit log, which is about this site and not its copy.
 */
export const exportTables = {
  resource: {
    key: ['iri'],
    json: 'data',
    row: v.strictObject({
      iri: text,
      type: text,
      data: v.record(v.string(), v.unknown()),
      version: integer,
      published_at: nullable(date),
      // Missing in exports of before there was an end.
      published_until: v.optional(nullable(date), null),
      due_at: nullable(date),
      created_at: date,
      modified_at: date,
    }),
  },
  relation: {
    key: ['from_iri', 'property', 'to_iri'],
    json: null,
    row: v.strictObject({ from_iri: text, property: text, to_iri: text, position: integer }),
  },
  handle: {
    key: ['type', 'property', 'value'],
    json: null,
    row: v.strictObject({ type: text, property: text, value: text, iri: text }),
  },
  alias: {
    key: ['iri'],
    json: null,
    row: v.strictObject({ iri: text, to_iri: text, until: date }),
  },
  media_object: {
    key: ['iri'],
    json: 'data',
    row: v.strictObject({
      iri: text,
      content_hash: text,
      data: v.strictObject({
        file: v.record(v.string(), v.unknown()),
        name: text,
        tags: v.array(text),
        alternativeTexts: v.record(text, text),
      }),
      file_size: integer,
      version: integer,
      created_at: date,
      modified_at: date,
    }),
  },
  form_submission: {
    key: ['iri'],
    json: 'entries',
    row: v.strictObject({
      iri: text,
      form_iri: text,
      form_type: text,
      is_test: integer,
      entries: v.array(v.strictObject({ name: text, label: text, value: text })),
      created_at: date,
    }),
  },
  account: {
    key: ['id'],
    json: 'roles',
    row: v.strictObject({
      id: text,
      username: text,
      email_address: text,
      password: v.pipe(v.string(), v.check(isPasswordHash)),
      roles: v.array(v.string()),
      enabled: integer,
      verified: integer,
      new_email_address: nullable(text),
      new_email_requested_at: nullable(date),
      invited_at: v.optional(nullable(date), null),
      created_at: date,
      modified_at: date,
    }),
  },
  // Without it, a copy of the site could be signed in to with passwords alone.
  two_factor: {
    key: ['account_id'],
    json: null,
    row: v.strictObject({
      account_id: text,
      // Encrypted as in the database. Older backups have it in Base32.
      secret: v.union([
        v.pipe(v.string(), v.regex(encryptedPattern)),
        v.pipe(v.string(), v.regex(/^[A-Z2-7]+$/)),
      ]),
      confirmed_at: nullable(date),
      used_step: integer,
    }),
  },
  recovery_code: {
    key: ['account_id', 'hash'],
    json: null,
    row: v.strictObject({ account_id: text, hash: text }),
  },
} as const

export type ExportTable = keyof typeof exportTables
export const exportTableNames = Object.keys(exportTables) as ExportTable[]

/** A row with its column values as the database stores them. */
export type ExportRow = Record<string, string | number | null>

/** Returns the line of a row, as JSON without a line break. Columns of JSON text become JSON values. */
export const rowLine = (name: ExportTable, stored: ExportRow) => {
  const { json, row } = exportTables[name]
  const columns = Object.keys(row.entries).map((column) => [
    column,
    column === json ? (JSON.parse(String(stored[column])) as unknown) : stored[column],
  ])
  return JSON.stringify({ [name]: Object.fromEntries(columns) as unknown })
}

/** Returns the line of a file, with its bytes in Base64. */
export const fileLine = (name: string, bytes: Buffer) =>
  JSON.stringify({ file: { name, bytes: bytes.toString('base64') } })

/** Returns the last line, with the number of lines before it and their SHA-256 in hexadecimal. */
export const endLine = (lines: number, sha256: string) => JSON.stringify({ end: { lines, sha256 } })

const file = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9](\.?[a-z0-9-]+)*$/)),
  bytes: v.pipe(v.string(), v.base64()),
})
const end = v.strictObject({ lines: integer, sha256: text })

export type ExportLine =
  | { kind: 'row'; table: ExportTable; stored: ExportRow }
  | { kind: 'file'; name: string; bytes: Buffer }
  | { kind: 'end'; lines: number; sha256: string }

/** Parses one line of an export; returns null when it is not valid. */
export const parseLine = (line: string): ExportLine | null => {
  const [[name = '', value] = [], ...others] = Object.entries(parse(line))
  if (others.length) return null
  if (name === 'file') {
    const { success, output } = v.safeParse(file, value)
    return success
      ? { kind: 'file', name: output.name, bytes: Buffer.from(output.bytes, 'base64') }
      : null
  }
  if (name === 'end') {
    const { success, output } = v.safeParse(end, value)
    return success ? { kind: 'end', ...output } : null
  }
  const table = exportTableNames.find((tableName) => tableName === name)
  if (!table) return null
  const { row, json } = exportTables[table]
  const { success, output } = v.safeParse<v.GenericSchema<unknown, Record<string, unknown>>>(
    row,
    value,
  )
  if (!success) return null
  const stored = json ? { ...output, [json]: JSON.stringify(output[json]) } : output
  return { kind: 'row', table, stored: stored as ExportRow }
}

/** A row is a body of its own, within a few more levels. */
const rowLimits = { maxDepth: bodyLimits.maxDepth + 4, maxValues: bodyLimits.maxValues * 2 }

/** Returns the object in a line; an empty one for what is none, or for text that a database cannot store. */
const parse = (line: string): object => {
  try {
    // The Base64 of a file is one long value, which would only be slow to look through.
    if (line.startsWith('{"file":')) return JSON.parse(line) as object
    return parseJsonBody(line, rowLimits)
  } catch {
    return {}
  }
}

const header = v.strictObject({ site: v.literal('troupe'), format: v.number() })

/** Returns the format that the first line of a file names; null for one that is not a backup. */
const formatOf = (line: string) => {
  const { success, output } = v.safeParse(header, parse(line))
  return success ? output.format : null
}

/** Returns null for the first line of a backup in this format, which has no content. Throws a `BackupError` for any other. */
export const requireHeader = (line: string) => {
  if (line === headerLine) return null
  const found = formatOf(line)
  throw new BackupError(
    found !== null && found > format
      ? 'This backup was made by a newer version. Update this site first.'
      : 'This is not a backup of a site.',
  )
}
