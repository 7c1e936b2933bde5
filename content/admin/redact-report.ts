/** Removes from the texts of a report what identifies people or lets others in. */
import { mailLinkPaths } from '../navigation/mail-link-paths.ts'

/** The names of properties that are private in this site, beside those that always are. */
export const privateNames = ['email', 'emailAddress', 'newEmail', 'newEmailAddress', 'username']

const linkPattern = new RegExp(`(${mailLinkPaths.join('|')})/[^\\s"'?#]+`, 'g')
const addressPattern = /[^\s@"'<>/:=,;()]+(?:@|%40)[^\s@"'<>/:=,;()]+\.[a-z]{2,}/gi

/** Returns a text without tokens in paths, and without mail addresses. */
export const redactReport = (text: string) =>
  text.replace(linkPattern, '$1/(private)').replace(addressPattern, '(private)')
