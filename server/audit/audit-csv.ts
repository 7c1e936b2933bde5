/** Writes entries of the audit log as CSV, with a line for each changed property. */
import type { AuditEntry, AuditedChange } from '#content/admin/audit-entry.ts'
import { byteOrderMark, csvLine } from '#content/csv.ts'

const columns = [
  'Time',
  'User',
  'From',
  'Action',
  'Type',
  'Resource',
  'Property',
  'Before',
  'After',
] as const

const hidden = '(hidden)'

const cellsOf = ({ property, before, after, isHidden }: AuditedChange) => [
  property,
  isHidden ? hidden : (before ?? ''),
  isHidden ? hidden : (after ?? ''),
]

/** An entry without changes has a line, too. */
const linesOf = ({
  createdAt,
  username,
  place,
  action,
  resourceType,
  resource,
  changes,
}: AuditEntry) => {
  const about = [createdAt, username ?? '', place, action, resourceType ?? '', resource ?? '']
  const cells = changes.length > 0 ? changes.map(cellsOf) : [['', '', '']]
  return cells.map((of) => csvLine([...about, ...of])).join('')
}

/** Yields the header, and then the lines of each entry. */
export async function* auditCsv(entries: AsyncGenerator<AuditEntry, void>) {
  // The first entry is read before the header is sent, so that what fails fails at once.
  const first = await entries.next()
  yield byteOrderMark + csvLine(columns) + (first.done ? '' : linesOf(first.value))
  for await (const entry of entries) yield linesOf(entry)
}
