import { expect, test } from 'vitest'
import { publicationTimeOf } from '#content/change/publication-time.ts'

const noon = Date.parse('2026-05-01T12:00')

test('a time in the future is given in UTC', () => {
  expect(publicationTimeOf('2026-05-01T12:01', noon)).toBe(new Date(noon + 60_000).toISOString())
})

test.each(['2026-05-01T12:00', '2026-05-01T11:59', '', 'tomorrow'])(
  '%o is no time in the future',
  (entered) => expect(publicationTimeOf(entered, noon)).toBeNull(),
)
