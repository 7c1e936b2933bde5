/** Reads the rows on a page of a list, which may be more than the API returns in one answer. */
import { maxAnswerSize } from '#content/admin/resource-lists.ts'
import { Failure } from '#content/model/failure.ts'
import type { Resource } from '#content/model/resource.ts'

interface ListAnswer {
  members: readonly Resource[]
  /** The number of all that match. */
  total: number
}

/** Reads one answer of the API: a page of this size, counted from 1. */
type ReadAnswer = (page: number, size: number) => Promise<ListAnswer>

interface ListRows {
  page: number
  /** A number of rows that one answer has, or a multiple of the largest one. */
  size: number
}

const maxAttempts = 3

/** Reads the answers one after the other, up to the last that has rows. Resolves to null where their totals differ. */
const readAnswers = async (first: number, count: number, read: ReadAnswer) => {
  const answers: ListAnswer[] = []
  for (let page = first; page < first + count; page += 1) {
    const previous = answers.at(-1)
    if (previous && (page - 1) * maxAnswerSize >= previous.total) break
    const answer = await read(page, maxAnswerSize)
    if (previous && answer.total !== previous.total) return null
    answers.push(answer)
  }
  return answers
}

const hasDuplicates = (members: readonly Resource[]) =>
  new Set(members.map((member) => member['@id'])).size < members.length

/** Resolves to true if the last row of each answer but the last is still where it was: nothing has moved past it. */
const areInPlace = async (first: number, answers: readonly ListAnswer[], read: ReadAnswer) => {
  const checks = answers.slice(0, -1).map(async ({ members, total }, at) => {
    const again = await read((first + at) * maxAnswerSize, 1)
    return again.total === total && again.members[0]?.['@id'] === members.at(-1)?.['@id']
  })
  return (await Promise.all(checks)).every(Boolean)
}

/** Reads the rows in several answers. Resolves to null if the list has changed meanwhile, so that rows are missing or twice. */
const readOnce = async ({ page, size }: ListRows, read: ReadAnswer): Promise<ListAnswer | null> => {
  const count = size / maxAnswerSize
  const first = (page - 1) * count + 1
  const answers = await readAnswers(first, count, read)
  if (!answers) return null
  const members = answers.flatMap((answer) => answer.members)
  if (hasDuplicates(members) || !(await areInPlace(first, answers, read))) return null
  return { members, total: answers[0]!.total }
}

/** Reads the rows on a page of a list as they were at one time. Fails for a list that changes again and again meanwhile. */
export const readListRows = async (rows: ListRows, read: ReadAnswer): Promise<ListAnswer> => {
  if (rows.size <= maxAnswerSize) return read(rows.page, rows.size)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const found = await readOnce(rows, read)
    if (found) return found
  }
  throw new Failure('unexpected', {
    message: 'This list is being changed again and again. Try again, or show fewer rows.',
  })
}
