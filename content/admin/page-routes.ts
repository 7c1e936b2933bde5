/** The route of a page, and the redirects that lead to it, as the screen of the page shows and changes them. */
import { isObject } from '../is-object.ts'
import type { Iri } from '../model/iri.ts'
import { slugify } from '../navigation/slugify.ts'

/** A redirect, and those that lead to it. */
export interface Redirect {
  iri: Iri
  path: string
  redirects: readonly Redirect[]
}

/** The route of a page, with the ETag of its version. */
export interface PageRoute extends Redirect {
  etag: string | undefined
  /** The number of pages below it, whose paths may change with it; null where the API does not tell it. */
  childCount: number | null
}

export interface PageRoutes {
  /** The page, or the data of one. */
  owner: Iri
  /** Its title, from which a path is suggested. */
  title: string
  /** Null without a route: only editors see the page. */
  route: PageRoute | null
}

/** The most redirects of redirects that are shown; an API could send more than can be rendered. */
const maxDepth = 20

/** Returns the redirects in the tree that the API sends for a route. */
export const redirectsIn = (tree: unknown, depth = 0): Redirect[] =>
  isObject(tree) && Array.isArray(tree['redirectedFrom']) && depth < maxDepth
    ? tree['redirectedFrom'].flatMap((node: unknown) =>
        isObject(node) && typeof node['@id'] === 'string' && typeof node['path'] === 'string'
          ? [{ iri: node['@id'], path: node['path'], redirects: redirectsIn(node, depth + 1) }]
          : [],
      )
    : []

/** Returns the number of redirects that lead to something, directly or by others. */
export const redirectCount = ({ redirects }: Pick<Redirect, 'redirects'>): number =>
  redirects.reduce((count, redirect) => count + 1 + redirectCount(redirect), 0)

/** Returns the redirect with an IRI, wherever it is in the tree; undefined if it is none. */
export const findRedirect = (
  { redirects }: Pick<Redirect, 'redirects'>,
  iri: Iri,
): Redirect | undefined => {
  for (const redirect of redirects) {
    const found = redirect.iri === iri ? redirect : findRedirect(redirect, iri)
    if (found) return found
  }
  return undefined
}

/** Returns the path that is suggested for a page: that of its title, below the one that the page is in. */
export const suggestedPath = ({ title, route }: PageRoutes) => {
  const parent = route ? route.path.slice(0, route.path.lastIndexOf('/')) : ''
  return `${parent}/${slugify(title)}`
}

/** Returns a path as it is saved, from what was entered: with a slash at its beginning only, and without spaces. */
export const enteredPath = (text: string) => {
  const path = text.trim().replaceAll(/\s+/g, '-')
  const withSlash = path.startsWith('/') ? path : `/${path}`
  let end = withSlash.length
  while (end > 1 && withSlash[end - 1] === '/') end -= 1
  return withSlash.slice(0, end)
}

/** Returns the reason why a path cannot be saved, or null. */
export const pathProblem = (text: string) => {
  if (text.trim() === '') return 'Enter a path, such as /about-us.'
  const path = enteredPath(text)
  if (/[?#\\]/.test(path)) return 'A path contains no ?, # or \\.'
  if (path.includes('//')) return 'There are two slashes in a row.'
  if (/^\/(_cwa|_api|_)(\/|$)/.test(path)) return 'Paths that begin like this belong to the app.'
  return /.\/(redirects|children)$/.test(path)
    ? 'A path cannot end with “/redirects” or “/children”.'
    : null
}
