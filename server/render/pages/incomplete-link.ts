/** Says what is missing in the link of a mail that was cut off, such as by a line break. */
import { matchRoute } from '#content/navigation/route-table.ts'

/** The words for the parameters of such links. */
const words: Readonly<Record<string, string>> = {
  username: 'the username',
  newEmail: 'the new email address',
  token: 'the code at its end',
}

const mailScreens = ['verify-email', 'reset-password', 'confirm-new-email']

/** Returns the message for the path of such a link that is not complete; null for every other path. */
export const incompleteLinkMessage = (path: string) => {
  const match = matchRoute(path)
  if (!match || !mailScreens.includes(match.route.name)) return null
  const names = Array.from(match.route.path.matchAll(/:(\w+)/g), ([, name]) => name!)
  const missing = names.filter((name) => !match.params[name]).map((name) => words[name] ?? name)
  if (missing.length === 0) return null
  const list = new Intl.ListFormat('en').format(missing)
  const isOrAre = missing.length === 1 ? 'is' : 'are'
  return `This link is incomplete: ${list} ${isOrAre} missing. Open it from the mail again, or copy the whole address.`
}
