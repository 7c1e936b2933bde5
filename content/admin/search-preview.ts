/** A page as search engines list it, with what is entered on its screen. */
import { isIriOf, routePath } from '../model/iri.ts'
import type { SiteConfig } from '../model/site-config.ts'
import { slugify } from '../navigation/slugify.ts'
import { searchResultOf } from '../settings/search-result.ts'
import { type ItemDraft, type ItemForm, valueNamed } from './item-form.ts'

interface SearchPreviewOptions {
  site: SiteConfig
  /** The origin at which the site is open. */
  origin: string
  separator: string
  /** Returns the title of a page without one, from its address. */
  titleCase: (slug: string) => string
}

const textOf = (form: ItemForm, draft: ItemDraft, name: string) =>
  String(valueNamed(form, draft, name)).trim()

/** Returns a text as search engines cut it: after the last word that fits. */
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length).replace(/\s+\S*$/, '')} …`

const pathOf = ({ version }: ItemForm, title: string) => {
  const route = version?.resource['route']
  return isIriOf('ROUTE', route) ? routePath(route) : `/${slugify(title)}`
}

/** Returns the search result of a page; its address is the one that is suggested until it has a route. */
export const searchPreviewOf = (
  form: ItemForm,
  draft: ItemDraft,
  { site, origin, separator, titleCase }: SearchPreviewOptions,
) => {
  const entered = textOf(form, draft, 'title')
  const path = pathOf(form, entered)
  const fallback = site.fallbackTitle ? titleCase(path.slice(path.lastIndexOf('/') + 1)) : ''
  const { url, title } = searchResultOf(
    site,
    { title: entered || fallback, path },
    { origin, separator },
  )
  return {
    url,
    title: cut(title, 70),
    description: cut(textOf(form, draft, 'metaDescription'), 160),
  }
}
