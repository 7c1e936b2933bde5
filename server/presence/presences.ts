/**
 * Keeps where editors are: which page each of their tabs shows, what is selected on it, and whether that is typed in. A
 * tab has a lease, which it renews. A presence ends with its lease, when the tab leaves, and with its session, whose row
 * takes it along. The table is no content: exports do not contain it, and its changes are in no event log.
 */
import type { Iri } from '#content/model/iri.ts'
import { presencesEndpoint } from '#content/presence/presence.ts'
import { isActiveSession } from '../auth/sessions.ts'
import { AccessDeniedError, AuthenticationError, TooManyAttemptsError } from '../domain-errors.ts'
import { isoDate } from '../store/db/iso-date.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { Database, PresenceTable } from '../store/db/schema.ts'
import { userIri } from '../users/account-row.ts'
import { readPageTitles } from './page-titles.ts'

/** The time for which a presence is known without being renewed, in milliseconds. */
const leaseDuration = 30_000
/** The maximum number of tabs of one account, all browsers together. */
const maxTabs = 10

/** The whereabouts of a tab, as it says itself. */
export interface Whereabouts {
  /** The path of the page that is shown. */
  path: string
  /** The selected resource; null for none. */
  resource: Iri | null
  /** True while it is typed in. */
  isTyping: boolean
}

/** The tab whose presence it is, and the session by which it says so. */
export interface TabSession {
  /** The id of the tab, which it has chosen. */
  id: string
  accountId: string
  sessionHash: string
}

interface PresencesOptions {
  db: Database
  clock: () => number
  /** Called after a change that others should be told. */
  onChange: () => void
}

type NamedPresence = PresenceTable & { username: string }

/** Returns the presence as the API and the hub send it. */
const toResource = (presence: NamedPresence, pageTitle: string | null) => ({
  '@id': `${presencesEndpoint}/${presence.id}`,
  '@type': 'Presence',
  user: userIri({ id: presence.account_id }),
  username: presence.username,
  path: presence.path,
  ...(pageTitle !== null && { pageTitle }),
  ...(presence.resource !== null && { resource: presence.resource }),
  isTyping: presence.is_typing === 1,
  _metadata: { persisted: false },
})

export type PresenceResource = ReturnType<typeof toResource>

/** Returns the presences whose leases have not ended, by name. */
const list = async ({ db, clock }: PresencesOptions): Promise<PresenceResource[]> => {
  const rows = await db
    .selectFrom('presence')
    .innerJoin('account', 'account.id', 'presence.account_id')
    .selectAll('presence')
    .select('username')
    .where('expires_at', '>', isoDate(clock()))
    .orderBy('username')
    .orderBy('presence.id')
    .execute()
  const paths = rows.map(({ path }) => path)
  const titleAt = await readPageTitles(db, paths)
  return rows.map((row) => toResource(row, titleAt(row.path)))
}

/** Returns the row of a tab. */
const rowOf = (
  { id, accountId, sessionHash }: TabSession,
  { path, resource, isTyping }: Whereabouts,
  expiresAt: string,
): PresenceTable => ({
  id,
  account_id: accountId,
  session_hash: sessionHash,
  path,
  resource,
  is_typing: Number(isTyping),
  expires_at: expiresAt,
})

const isSame = (row: PresenceTable, values: PresenceTable) =>
  row.path === values.path && row.resource === values.resource && row.is_typing === values.is_typing

/** Stores the presence of a new tab, or of one that has another session. Throws when the account has too many. */
const insert = ({ db, clock }: PresencesOptions, values: PresenceTable) =>
  lockedTransaction(db, async (tx) => {
    if (!(await isActiveSession(tx, values.session_hash))) throw new AuthenticationError()
    await tx.deleteFrom('presence').where('expires_at', '<=', isoDate(clock())).execute()
    const others = await tx
      .selectFrom('presence')
      .select('id')
      .where('account_id', '=', values.account_id)
      .where('id', '!=', values.id)
      .execute()
    if (others.length >= maxTabs) {
      throw new TooManyAttemptsError(
        `At most ${maxTabs} tabs of an account are shown to others.`,
        leaseDuration / 1_000,
      )
    }
    const { id: _, ...changed } = values
    await tx
      .insertInto('presence')
      .values(values)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
      .execute()
  })

/**
 * Stores where a tab is that is known already. On PostgreSQL a trigger tells the other processes about changes of the
 * columns that are set.
 */
const update = async ({ db }: PresencesOptions, values: PresenceTable, isRenewal: boolean) => {
  const { path, resource, is_typing, expires_at } = values
  await db
    .updateTable('presence')
    .set(isRenewal ? { expires_at } : { path, resource, is_typing, expires_at })
    .where('id', '=', values.id)
    .execute()
}

/** Stores where a tab is and renews its lease. Throws an `AccessDeniedError` for the tab of another account. */
const announce = async (options: PresencesOptions, tab: TabSession, whereabouts: Whereabouts) => {
  const { db, clock, onChange } = options
  const values = rowOf(tab, whereabouts, isoDate(clock() + leaseDuration))
  const known = db.selectFrom('presence').selectAll().where('id', '=', tab.id)
  const row = await known.executeTakeFirst()
  if (row && row.account_id !== tab.accountId) throw new AccessDeniedError()
  const isRenewal = row !== undefined && isSame(row, values) && row.expires_at > isoDate(clock())
  if (row?.session_hash === tab.sessionHash) await update(options, values, isRenewal)
  else await insert(options, values)
  if (!isRenewal) onChange()
}

/** Ends the presence of a tab. Those of other accounts stay. */
const leave = async (
  { db, onChange }: PresencesOptions,
  { id, accountId }: Pick<TabSession, 'id' | 'accountId'>,
) => {
  const { numDeletedRows } = await db
    .deleteFrom('presence')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) onChange()
}

/** Creates the presences of a database, which all its processes share. */
export const createPresences = (options: PresencesOptions) => ({
  list: () => list(options),
  announce: (tab: TabSession, whereabouts: Whereabouts) => announce(options, tab, whereabouts),
  leave: (tab: Pick<TabSession, 'id' | 'accountId'>) => leave(options, tab),
})

export type Presences = ReturnType<typeof createPresences>
