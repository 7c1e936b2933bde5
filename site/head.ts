/** What the documents of this site say about themselves, beyond what their content says. */
import type { HeadSettings } from '#src/views/head/page-head.ts'

export const headSettings: HeadSettings = {
  lang: 'en',
  separator: '|',
  // Addresses are told apart by their case, so a canonical one in small letters might lead nowhere.
  lowerCaseCanonical: false,
}
