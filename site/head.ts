/** Settings for the heads of this site's documents. */
import type { HeadSettings } from '#src/views/head/page-head.ts'

export const headSettings: HeadSettings = {
  lang: 'en',
  separator: '|',
  // Paths are case-sensitive, so a canonical URL in lower case could be a page that does not exist.
  lowerCaseCanonical: false,
}
