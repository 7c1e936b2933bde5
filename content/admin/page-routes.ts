/** The route of a page, and the redirects that lead to it, as the screen of the page shows and changes them. */
import { apiBase } from '../navigation/api-base.ts'
import { isObject } from '../is-object.ts'
import { isReservedPath, pathError } from '../links/address-input.ts'
import type { Iri } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'
import { isContentPath } from '../navigation/path-patterns.ts'
import { slugify } from '../navigation/slugify.ts'
import { associatedWith } from './associated-resources.ts'

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
  /** The path of its parent; absent without one, and for a parent without a route. */
  parentPath?: string
  /** True where the API can undo the deletion of a route. */
  isUndoable: boolean
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
export const suggestedPath = ({ title, route, parentPath = '' }: PageRoutes) => {
  const parent = route ? route.path.slice(0, route.path.lastIndexOf('/')) : parentPath
  return `${parent === '/' ? '' : parent}/${slugify(title)}`
}

/** Returns a path as it is saved, from what was entered: with a slash at its beginning only, and without spaces. */
export const enteredPath = (text: string) => {
  const path = text.trim().replaceAll(/\s+/g, '-')
  const withSlash = path.startsWith('/') ? path : `/${path}`
  let end = withSlash.length
  while (end > 1 && withSlash[end - 1] === '/') end -= 1
  return withSlash.slice(0, end)
}

/** Returns the reason why an entered path cannot be saved, or null. The API has the first two rules as well. */
export const pathProblem = (text: string) => {
  if (text.trim() === '') return 'Enter a path, such as /about-us.'
  const path = enteredPath(text)
  if (isReservedPath(path)) return 'A path cannot end with “/redirects” or “/children”.'
  const error = pathError(path)
  if (error !== null) return error
  return isContentPath(path) && !`${path}/`.startsWith(`${apiBase}/`)
    ? null
    : 'No page can be at this path: it has at most five parts, and some, such as /login, belong to the app.'
}

/** Returns the number of pages in the tree of pages below a route, at any depth. */
export const childCountIn = (tree: unknown): number =>
  isObject(tree) && Array.isArray(tree['children'])
    ? tree['children'].reduce((count: number, child: unknown) => count + 1 + childCountIn(child), 0)
    : 0

/** Returns the message that a path is taken, and by what; null for a route that does not tell it. */
export const takenMessage = (path: string, route: Resource) => {
  const { redirect, pageData, pageTitle, page } = associatedWith(route)
  const taker =
    redirect === undefined ? (pageData ?? pageTitle ?? page) : `the redirect to ${redirect}`
  if (taker === undefined) return null
  return `${path} is taken by ${redirect === undefined ? `“${taker}”` : taker}.`
}
