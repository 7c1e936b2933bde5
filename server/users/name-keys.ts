/**
 * What usernames and email addresses are compared by. It is computed here and stored beside them, as the databases
 * differ in what they take for the same letter: libsql folds ASCII alone, PostgreSQL what its locale knows.
 */
import type { AccountTable } from '../store/db/schema.ts'

/** The most characters of a name or an address; longer ones belong to nobody. */
export const maxNameLength = 255

/**
 * Folds case and composition. Small letters come before capital ones, as `ẞ` has the capital `ẞ` but `ß` has `SS`.
 * Not for text of any length: normalising is quadratic in combining marks.
 */
const fold = (text: string) =>
  text.normalize('NFD').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** Null where it is too long to be anybody's. */
export const nameKey = (name: string) => (name.length > maxNameLength ? null : fold(name))

export const isSameName = (one: string, other: string) => {
  const key = nameKey(one)
  return key !== null && key === nameKey(other)
}

/** For names that were checked already. */
const keyOf = (name: string) => {
  const key = nameKey(name)
  if (key === null) throw new Error('A name this long has no key; check it before it is stored.')
  return key
}

type Names = Pick<AccountTable, 'username' | 'email_address'>
type Keys = Pick<AccountTable, 'username_key' | 'email_key'>

/** The columns that go with these. */
export const changedNameKeys = (names: Partial<Names>): Partial<Keys> => ({
  ...(names.username !== undefined && { username_key: keyOf(names.username) }),
  ...(names.email_address !== undefined && { email_key: keyOf(names.email_address) }),
})

export const nameKeysOf = ({ username, email_address }: Names): Keys => ({
  username_key: keyOf(username),
  email_key: keyOf(email_address),
})

/**
 * Gives keys to accounts that were made while names were compared less strictly. Where two of them have the same name
 * now, the one that comes first keeps it, and the other's key is one that nobody types: it is still signed in to by
 * its other name.
 */
export const createUniqueKeys = () => {
  const holders = new Map<string, string>()
  const take = (name: string, id: string) => {
    const key = fold(name.slice(0, maxNameLength))
    const holder = holders.get(key) ?? id
    holders.set(key, holder)
    return holder === id ? key : `${key}\u001F${id}`
  }
  return ({ id, username, email_address }: Names & Pick<AccountTable, 'id'>): Keys => ({
    username_key: take(username, id),
    email_key: take(email_address, id),
  })
}
