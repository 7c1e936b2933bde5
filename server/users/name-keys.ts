/**
 * Makes the normalized keys that usernames and email addresses are compared by. They are stored, since the databases
 * fold case differently: libsql only ASCII, PostgreSQL by its locale.
 */
import type { AccountTable } from '../store/db/schema.ts'

/** The maximum length of a name or an address in characters; no account has a longer one. */
export const maxNameLength = 255

/**
 * Folds case and Unicode composition. Lower case comes before upper case, since `ẞ` stays `ẞ` in upper case but `ß`
 * becomes `SS`. Not for texts of any length: normalizing is quadratic in combining marks.
 */
const fold = (text: string) =>
  text.normalize('NFD').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** Returns the key of a name; null when it is too long for any account. */
export const nameKey = (name: string) => (name.length > maxNameLength ? null : fold(name))

/** True when two names have the same key; false when one is too long for any account. */
export const isSameName = (one: string, other: string) => {
  const key = nameKey(one)
  return key !== null && key === nameKey(other)
}

/** Returns the key of a name whose length was checked. */
const requireKey = (name: string) => {
  const key = nameKey(name)
  if (key === null) throw new Error('A name this long has no key; check it before it is stored.')
  return key
}

type Names = Pick<AccountTable, 'username' | 'email_address'>
type Keys = Pick<AccountTable, 'username_key' | 'email_key'>

/** Returns the key columns for changed names. */
export const changedNameKeys = (names: Partial<Names>): Partial<Keys> => ({
  ...(names.username !== undefined && { username_key: requireKey(names.username) }),
  ...(names.email_address !== undefined && { email_key: requireKey(names.email_address) }),
})

/** Returns the key columns of an account. Throws when a name is too long. */
export const nameKeysOf = ({ username, email_address }: Names): Keys => ({
  username_key: requireKey(username),
  email_key: requireKey(email_address),
})

/**
 * Returns a function that gives each account unique keys, for accounts from before names were compared by keys. When
 * two accounts now have the same name the first one keeps the key, and the other gets one that nobody can type: its
 * owner can sign in by the other name.
 */
export const createUniqueKeys = () => {
  const idsByKey = new Map<string, string>()
  const take = (name: string, id: string) => {
    const key = fold(name.slice(0, maxNameLength))
    const holder = idsByKey.get(key) ?? id
    idsByKey.set(key, holder)
    return holder === id ? key : `${key}\u001F${id}`
  }
  return ({ id, username, email_address }: Names & Pick<AccountTable, 'id'>): Keys => ({
    username_key: take(username, id),
    email_key: take(email_address, id),
  })
}
