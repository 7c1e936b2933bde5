/** Counts the tags of the media library. */
import type { Database } from '../../store/db/schema.ts'

/** The maximum number of tags that are listed. */
const maxTags = 500

const countOf = ([, one]: readonly [string, number], [, other]: readonly [string, number]) =>
  other - one

/** Returns the tags with the number of files that have each, the most frequent first. Files often have the same ones. */
export const listTags = async (db: Database) => {
  const combinations = await db
    .selectFrom('media_object')
    .select(({ fn }) => ['tags', fn.countAll<number | string>().as('total')])
    .where('tags', '!=', '[]')
    .groupBy('tags')
    .execute()
  const counts = new Map<string, number>()
  for (const { tags, total } of combinations)
    for (const tag of JSON.parse(tags) as string[])
      counts.set(tag, (counts.get(tag) ?? 0) + Number(total))
  return [...counts]
    .toSorted((one, other) => countOf(one, other) || (one[0] < other[0] ? -1 : 1))
    .slice(0, maxTags)
    .map(([tag, fileCount]) => ({ tag, fileCount }))
}
