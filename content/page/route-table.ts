/** The routes of the app, and who may navigate to them (specification, section 2). */
import { iriTypeOf } from '../model/iri.ts'
import {
  type Location,
  safeDecodeUri,
  isContentPath,
  hrefOf,
  isAdminPath,
  isAuthPath,
  isOtherAccountWanted,
  returnLocation,
} from './location.ts'
import { screens } from './screens.ts'
import type { User } from '../model/resource.ts'

export type Params = Record<string, string>

export interface AppRoute {
  name: string
  /** `:name` matches any segment; `:name?` is optional. */
  path: string
  meta: {
    /** The app shows a screen of its own here and fetches no content. */
    isAppScreen?: true
    /** Part of the admin area: no page transition plays on the way in. */
    admin?: true
    title?: string
  }
  /** Returns false for parameters that match the pattern and are invalid nevertheless. */
  validate?: (params: Params, path: string) => boolean
  /** Names of the middleware to run, in order, until one does not allow the navigation. */
  middleware?: readonly string[]
}

export type AccessDecision =
  | { kind: 'allowed' }
  | { kind: 'redirected'; to: string }
  | { kind: 'denied'; status: number; message: string }

type Middleware = (location: Location, user: User | null) => AccessDecision

const allowed: AccessDecision = { kind: 'allowed' }
const denied = (status: number, message: string): AccessDecision => ({
  kind: 'denied',
  status,
  message,
})

const paramNamesOf = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!)

/** Returns the route of a screen, which needs all the parameters of its path. */
const screenRoute = (screen: (typeof screens)[number]): AppRoute => {
  const { path, title } = screen
  const isAdminScreen = isAdminPath(path)
  const names = paramNamesOf(path)
  return {
    // `admin/users/:iri`, `verify-email`
    name: path
      .slice(1)
      .replace(/^_cwa/, 'admin')
      .replace(/\/:\w+\?/g, ''),
    path,
    meta: { isAppScreen: true, title, ...(isAdminScreen && { admin: true }) },
    validate: (params) => names.every((name) => params[name]),
    ...(isAdminScreen && { middleware: ['admin'] }),
    ...('middleware' in screen && { middleware: [screen.middleware] }),
  }
}

/** The first route that matches an address wins. */
export const routes: readonly AppRoute[] = [
  ...screens.map(screenRoute),
  {
    name: 'resource',
    path: '/_cwa/:cwaPage0',
    meta: {},
    validate: ({ cwaPage0 = '' }) => ['PAGE', 'PAGE_DATA'].includes(iriTypeOf(cwaPage0) ?? ''),
    middleware: ['admin'],
  },
  {
    name: 'page',
    path: '/:cwaPage0?/:cwaPage1?/:cwaPage2?/:cwaPage3?/:cwaPage4?',
    meta: {},
    // Paths of the app's own screens are never pages.
    validate: (_, path) => isContentPath(path),
  },
]

/** The middleware by name. */
const middleware: Readonly<Record<string, Middleware>> = {
  admin: (location, user) => {
    if (!user)
      return { kind: 'redirected', to: `/login?back=${encodeURIComponent(hrefOf(location))}` }
    if (user.roles.includes('ROLE_ADMIN')) return allowed
    return denied(403, 'Only administrators of this site may see this page.')
  },
  guest: (location, user) => {
    const back = returnLocation(location)
    if (user && !isOtherAccountWanted(location))
      return { kind: 'redirected', to: isAuthPath(back.path) ? '/' : hrefOf(back) }
    return allowed
  },
}

/** Returns undefined if no route matches, so that not even a new page could be created there. */
export const matchRoute = (path: string, table = routes) => {
  for (const route of table) {
    const params = matchPattern(route.path, path)
    if (params) return { route, params }
  }
  return undefined
}

/** Decides whether a user may navigate to a location, before anything there is fetched or rendered. */
export const authorize = (
  location: Location,
  user: User | null,
  table = routes,
  handlers = middleware,
): AccessDecision => {
  const address = location.path + location.search
  const match = matchRoute(location.path, table)
  if (!match) return denied(404, `Page not found: ${address}`)
  const { route, params } = match
  if (route.validate && !route.validate(params, location.path))
    return denied(404, `Page Not Found: ${address}`)
  for (const name of route.middleware ?? []) {
    if (!Object.hasOwn(handlers, name)) return denied(500, `Unknown route middleware: '${name}'`)
    const decision = handlers[name]!(location, user)
    if (decision.kind !== 'allowed') return decision
  }
  return allowed
}

const segmentsOf = (path: string) => {
  const trimmed = path.replace(/^\/|\/$/g, '')
  return trimmed ? trimmed.split('/') : []
}

const matchPattern = (pattern: string, path: string): Params | null => {
  const parts = segmentsOf(pattern)
  const segments = segmentsOf(path)
  if (segments.length > parts.length) return null
  const params: Params = {}
  for (const [at, part] of parts.entries()) {
    const segment = segments[at]
    if (!part.startsWith(':')) {
      if (part !== segment) return null
    } else if (segment !== undefined) params[part.replace(/^:|\?$/g, '')] = safeDecodeUri(segment)
    else if (!part.endsWith('?')) return null
  }
  return params
}
