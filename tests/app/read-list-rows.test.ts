import { expect, test } from 'vitest'
import type { Resource } from '#content/model/resource.ts'
import { readListRows } from '#src/app/effects/admin/read-list-rows.ts'

const resource = (number: number): Resource => ({
  '@id': `/_/pages/${number}`,
  '@type': 'Page',
  _metadata: { persisted: true },
})
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const iris = (members: readonly { '@id': string }[]) => members.map((member) => member['@id'])

/** Answers as the API does. `changes` change the list before the request with their number, from 1. */
const serve = (
  length: number,
  changes: Readonly<Record<number, (rows: number[]) => number[]>> = {},
) => {
  let rows = numbers(1, length)
  const requests: [page: number, size: number][] = []
  const read = async (page: number, size: number) => {
    requests.push([page, size])
    rows = changes[requests.length]?.(rows) ?? rows
    const members = rows.slice((page - 1) * size, page * size).map(resource)
    return { members, total: rows.length }
  }
  return { requests, read, rows: () => rows }
}

test('reads what one answer has in one request', async () => {
  const { read, requests } = serve(250)
  const { members, total } = await readListRows({ page: 2, size: 100 }, read)
  expect([members.length, total, requests]).toEqual([100, 250, [[2, 100]]])
})

test('reads a longer page in order, and asks whether its parts still meet', async () => {
  const { read, requests } = serve(1_200)
  const { members, total } = await readListRows({ page: 2, size: 500 }, read)
  expect(iris(members)).toEqual(iris(numbers(501, 1_000).map(resource)))
  expect(total).toBe(1_200)
  expect(requests.slice(0, 5)).toEqual([6, 7, 8, 9, 10].map((page) => [page, 100]))
  expect(requests.slice(5)).toEqual([600, 700, 800, 900].map((page) => [page, 1]))
})

test.each([
  [1, 250, [1, 2, 3]],
  [2, 700, [6, 7]],
  [9, 250, [41]],
])('asks on page %i of %i rows for no more than there is', async (page, length, pages) => {
  const { read, requests } = serve(length)
  const { members } = await readListRows({ page, size: 500 }, read)
  expect(members).toHaveLength(Math.max(0, Math.min(500, length - (page - 1) * 500)))
  expect(requests.filter(([, size]) => size === 100).map(([asked]) => asked)).toEqual(pages)
})

const withoutFirst = (rows: number[]) => rows.slice(1)
const withNew = (rows: number[]) => [0, ...rows]
const moved = (rows: number[]) => [...rows.slice(1), rows[0]!]

test.each([
  ['deleted', { 2: withoutFirst }],
  ['added', { 3: withNew }],
  ['moved from the first part to the last, so that the number stays', { 2: moved }],
  [
    'moved from the last part to the first',
    { 3: (rows: number[]) => [rows.at(-1)!, ...rows.slice(0, -1)] },
  ],
])('reads everything again after a row was %s meanwhile', async (_, changes) => {
  const { read, rows } = serve(300, changes)
  const { members, total } = await readListRows({ page: 1, size: 500 }, read)
  expect(iris(members)).toEqual(iris(rows().map(resource)))
  expect(total).toBe(rows().length)
})

test('fails with words for a list that never stops changing', async () => {
  const changes = Object.fromEntries(numbers(1, 40).map((request) => [request, moved]))
  const reading = readListRows({ page: 1, size: 200 }, serve(300, changes).read)
  await expect(reading).rejects.toThrow('being changed again and again')
})
