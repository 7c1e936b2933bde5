/** Reads a backup line by line, and checks each line and at last the whole. */
import { createHash } from 'node:crypto'
import type { TypeRegistry } from '../store/types/type-registry.ts'
import { BackupError } from './backup-error.ts'
import { type ExportLine, parseLine, requireHeader } from './backup-format.ts'
import { readLines } from './read-lines.ts'

type EndLine = ExportLine & { kind: 'end' }
/** The file or row in a line of a backup. */
type ContentLine = Exclude<ExportLine, EndLine>

/** The position of a line in the file. */
export interface ReadingPosition {
  /** The number of the line, from 1. */
  line: number
  /** The number of bytes so far. */
  bytes: number
}

/** Throws a `BackupError` for a resource whose type this site does not have, or that is of another one. */
const requireKnownType = (types: TypeRegistry, line: ContentLine, number: number) => {
  if (line.kind !== 'row' || line.table !== 'resource') return
  const { iri, type } = line.stored
  if (types.byIri(String(iri))?.type === type) return
  throw new BackupError(`Line ${number}: this site has no component kind named ${String(type)}.`)
}

const parseContent = (line: string, number: number) => {
  const parsed = parseLine(line)
  if (!parsed) throw new BackupError(`Line ${number} is damaged.`)
  return parsed
}

/** Throws a `BackupError` unless the last line is that of a complete backup with this many lines and this checksum. */
const requireComplete = (end: EndLine | null, lines: number, sha256: string) => {
  if (!end) throw new BackupError('The export is incomplete: its last line is missing.')
  if (end.lines !== lines || end.sha256 !== sha256) {
    throw new BackupError('The export is damaged: its checksum does not match.')
  }
}

interface BackupReading {
  types: TypeRegistry
  /** Receives each line but the first and the last. The next one is read once it resolves. */
  onLine: (line: ContentLine, at: ReadingPosition) => Promise<void> | void
}

/** Reads a whole backup, and returns the number of lines before its last one. Throws a `BackupError` for any other file. */
export const readBackup = async (
  stream: AsyncIterable<Buffer>,
  { types, onLine }: BackupReading,
): Promise<number> => {
  const hash = createHash('sha256')
  const at: ReadingPosition = { line: 0, bytes: 0 }
  let end: EndLine | null = null
  for await (const bytes of readLines(stream)) {
    if (end) throw new BackupError(`Line ${at.line + 2} comes after the end of the export.`)
    const text = bytes.toString('utf8')
    const parsed = at.line > 0 ? parseContent(text, at.line + 1) : requireHeader(text)
    if (parsed?.kind === 'end') {
      end = parsed
      continue
    }
    hash.update(bytes).update('\n')
    at.line += 1
    at.bytes += bytes.length + 1
    if (!parsed) continue
    requireKnownType(types, parsed, at.line)
    await onLine(parsed, at)
  }
  requireComplete(end, at.line, hash.digest('hex'))
  return at.line
}
