/** Titles of documents, as the settings of the site have them. */
import type { SiteConfig } from '../model/site-config.ts'

/** Returns the title of the document of a page, whose own title may be empty. */
export const documentTitle = (
  { concatTitle, siteName }: Pick<SiteConfig, 'concatTitle' | 'siteName'>,
  title: string,
  separator: string,
) => (concatTitle ? [title, siteName].filter(Boolean).join(` ${separator} `) : title || siteName)
