/** Lists accounts: searched, sorted and paginated. */
import type { Database } from '../store/db/schema.ts'
import { containsExactly } from '../store/db/contains-text.ts'
import { pagingOf, readListPage } from '../store/read/lists/list-paging.ts'
import { nameKey } from './name-keys.ts'
import { userTypeDefinition } from './user-type-definition.ts'

const keyColumnOf = { username: 'username_key', emailAddress: 'email_key' } as const

/** Returns the sort column and direction; newest first by default. */
const sortOrderOf = (query: URLSearchParams): ['username' | 'created_at', 'asc' | 'desc'] => {
  const byName = query.get('order[username]')?.toLowerCase()
  if (byName === 'asc' || byName === 'desc') return ['username', byName]
  return ['created_at', query.get('order[createdAt]')?.toLowerCase() === 'asc' ? 'asc' : 'desc']
}

/** Returns the terms of a search; null for one that is longer than any name and matches none. */
const searchTermsOf = (query: URLSearchParams) =>
  (['username', 'emailAddress'] as const).flatMap((name) => {
    const sought = query.get(name)
    if (!sought) return []
    return [{ column: keyColumnOf[name], term: nameKey(sought) }]
  })

/** Selects the accounts that match any search term; all when there is none. */
const matchingAccounts = (db: Database, query: URLSearchParams) =>
  db.selectFrom('account').where(({ or, and, lit }) => {
    const terms = searchTermsOf(query)
    if (!terms.length) return and([])
    return or(
      terms.map(({ column, term }) =>
        term === null ? lit(false) : containsExactly(db, column, term),
      ),
    )
  })

/** Reads accounts in the order of their ids. Apart, so that the search needs nothing but an index. */
const readAccounts = async (db: Database, ids: readonly string[]) => {
  if (!ids.length) return []
  const rows = await db.selectFrom('account').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const countOf = async (matching: ReturnType<typeof matchingAccounts>) => {
  const { total } = await matching
    .select((expressions) => expressions.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * Returns one page of the accounts that match any search term, and the total number of matches unless that is not asked for.
 * `paging` is null when the request turns it off.
 */
export const listAccounts = async (db: Database, query: URLSearchParams) => {
  const paging = pagingOf(userTypeDefinition, query)
  const matching = matchingAccounts(db, query)
  const [by, direction] = sortOrderOf(query)
  // In the same direction, so that an index in this order can be read from its end.
  const inOrder = matching.select('id').orderBy(by, direction).orderBy('id', direction)
  const { matches, total, hasNext } = await readListPage(paging, {
    read: (range) => (range ? inOrder.limit(range.limit).offset(range.offset) : inOrder).execute(),
    count: () => countOf(matching),
  })
  const ids = matches.map(({ id }) => id)
  return { accounts: await readAccounts(db, ids), total, hasNext, paging }
}
