/** Lists accounts: searched, sorted and paginated. */
import { sql } from 'kysely'
import type { Database } from '../store/db/schema.ts'
import { pagingOf } from '../store/read/lists/list-paging.ts'
import { nameKey } from './name-keys.ts'
import { userTypeDefinition } from './user-type-definition.ts'

const keyColumnOf = { username: 'username_key', emailAddress: 'email_key' } as const

/** Returns the sort column and direction; newest first by default. */
const sortOrderOf = (query: URLSearchParams): ['username' | 'created_at', 'asc' | 'desc'] => {
  const byName = query.get('order[username]')?.toLowerCase()
  if (byName === 'asc' || byName === 'desc') return ['username', byName]
  return ['created_at', query.get('order[createdAt]')?.toLowerCase() === 'asc' ? 'asc' : 'desc']
}

/**
 * Returns the terms of a search, escaped for `like`; undefined for one that is longer than any name and matches none.
 */
const searchTermsOf = (query: URLSearchParams) =>
  (['username', 'emailAddress'] as const).flatMap((name) => {
    const sought = query.get(name)
    if (!sought) return []
    return [{ column: keyColumnOf[name], term: nameKey(sought)?.replace(/[\\%_]/g, '\\$&') }]
  })

/** Selects the accounts that match any search term; all when there is none. */
const matchingAccounts = (db: Database, query: URLSearchParams) =>
  db.selectFrom('account').where(({ or, and, eb, lit }) => {
    const terms = searchTermsOf(query)
    if (!terms.length) return and([])
    return or(
      terms.map(({ column, term }) =>
        term === undefined
          ? lit(false)
          : eb(column, 'like', sql<string>`${`%${term}%`} escape '\\'`),
      ),
    )
  })

/**
 * Returns one page of the accounts that match any search term, and the total number of matches. `paging` is null when
 * the request turns it off.
 */
export const listAccounts = async (db: Database, query: URLSearchParams) => {
  const paging = pagingOf(userTypeDefinition, query)
  const matching = matchingAccounts(db, query)
  const { total } = await matching
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const [by, direction] = sortOrderOf(query)
  const accounts = await matching
    .selectAll()
    .orderBy(by, direction)
    .orderBy('id')
    .$if(paging !== null, (listed) =>
      listed.limit(paging!.perPage).offset((paging!.page - 1) * paging!.perPage),
    )
    .execute()
  return { accounts, total: Number(total), paging }
}
