/** Rules about accounts that look at other accounts. */
import type { Role, Violation } from '#content/model/resource.ts'
import { violationCodes } from '../http/violation-codes.ts'
import type { AccountTable, Database } from '../store/db/schema.ts'
import type { AccountChanges } from './account-changes.ts'
import { nameKey } from './name-keys.ts'

/** Without its key a new address cannot be confirmed, and whoever asked for it may be somebody else by now. */
export const clearedPendingEmail = { new_email_address: null, new_email_requested_at: null }

export const findAccount = (db: Database, id: string) =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether somebody else can be signed in as by this word. */
const isHeld = async (db: Database, word: string, except: string | null) => {
  const key = nameKey(word)
  if (key === null) return false
  const held = await db
    .selectFrom('account')
    .select('id')
    .where(({ eb, or }) => or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .where('id', '!=', except ?? '')
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

const taken: Partial<Record<keyof AccountChanges, string>> = {
  username: 'This username is taken.',
  emailAddress: 'There is an account with this email address.',
  newEmailAddress: 'There is an account with this email address.',
}

/** One may sign in by either, so nobody's name may be somebody else's address. */
export const uniquenessErrors = async (
  db: Database,
  changes: AccountChanges,
  except: string | null,
): Promise<Violation[]> => {
  const violations: Violation[] = []
  for (const [propertyPath, message] of Object.entries(taken)) {
    const word = changes[propertyPath as keyof AccountChanges]
    if (typeof word === 'string' && (await isHeld(db, word, except))) {
      violations.push({ propertyPath, message, code: violationCodes.notUnique })
    }
  }
  return violations
}

const givenRoles = ({ roles }: AccountTable) => JSON.parse(roles) as Role[]

const isSuperAdmin = (account: AccountTable) =>
  account.enabled === 1 && givenRoles(account).includes('ROLE_SUPER_ADMIN')

/** Without a super admin nobody could make one again. */
export const isLastSuperAdmin = async (db: Database, account: AccountTable) => {
  if (!isSuperAdmin(account)) return false
  const others = await db.selectFrom('account').selectAll().where('id', '!=', account.id).execute()
  return !others.some(isSuperAdmin)
}

export const lastSuperAdminMessage =
  'Nobody else could look after the accounts: make another super admin first.'
