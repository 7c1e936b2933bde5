/** The routes of the app, and who may navigate to them. */
import { iriTypeOf } from '../model/iri.ts'
import {
  type Location,
  safeDecodeUri,
  hrefOf,
  isOtherAccountRequested,
  returnLocation,
  signInPath,
} from './location.ts'
import {
  isAdminPath,
  isAuthPath,
  isContentPath,
  pagePattern,
  parsePattern,
} from './path-patterns.ts'
import { type ScreenPath, screens } from './screens.ts'
import type { User } from '../model/resource.ts'

type Params = Record<string, string>

/** @internal */
export interface AppRoute {
  name: string
  /** `:name` matches any segment; `:name?` is optional. */
  path: string
  meta: {
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
    meta: { title },
    validate: (params) => names.every((name) => params[name]),
    ...(isAdminScreen && { middleware: ['admin'] }),
    ...('middleware' in screen && { middleware: [screen.middleware] }),
  }
}

/**
 * The first route that matches an address wins.
 *
 * @internal
 */
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
    path: pagePattern,
    meta: {},
    // Paths of the app's own screens are never pages.
    validate: (_, path) => isContentPath(path),
  },
]

/** The patterns of the routes, parsed once. */
const patterns = new Map(routes.map((route) => [route, parsePattern(route.path)]))

const twoFactorPath = '/_cwa/set-up-two-factor' satisfies ScreenPath

const redirectWithBack = (to: string, location: Location): AccessDecision => ({
  kind: 'redirected',
  to: `${to}?back=${encodeURIComponent(hrefOf(location))}`,
})

/** True on the only screens that are open to an editor without the second factor that the site requires. */
const isOpenWithoutTwoFactor = (path: string) => path === twoFactorPath || isAuthPath(path)

const admin: Middleware = (location, user) => {
  if (!user) return redirectWithBack(signInPath, location)
  if (user.roles.includes('ROLE_ADMIN')) return allowed
  return denied(403, 'Only administrators of this site may see this page.')
}

const isAccountOf = (user: User, path: string) =>
  safeDecodeUri(path.slice(path.lastIndexOf('/') + 1)) === user['@id']

/** The middleware by name. */
const middleware: Readonly<Record<string, Middleware>> = {
  admin,
  developer: (location, user) =>
    import.meta.env.MODE === 'development' ? allowed : admin(location, user),
  account: (location, user) => (user ? allowed : redirectWithBack(signInPath, location)),
  ownAccount: (location, user) =>
    user && isAccountOf(user, location.path) ? allowed : admin(location, user),
  guest: (location, user) => {
    const back = returnLocation(location)
    if (isOtherAccountRequested(location)) return allowed
    if (user?.isTwoFactorMissing) return redirectWithBack(twoFactorPath, back)
    if (user) return { kind: 'redirected', to: isAuthPath(back.path) ? '/' : hrefOf(back) }
    return allowed
  },
}

/** Returns the route of a path; undefined if none matches, so that no page could be created there either. */
export const matchRoute = (path: string, table = routes) => {
  for (const route of table) {
    const params = matchPath(path, patterns.get(route) ?? parsePattern(route.path))
    if (params) return { route, params }
  }
  return undefined
}

/** Returns the parameters of a path, decoded and without empty ones; null if it does not match. */
const matchPath = (path: string, { keys, pattern }: ReturnType<typeof parsePattern>) => {
  const values = pattern.exec(path)
  if (!values) return null
  const params: Params = {}
  for (const [at, key] of keys.entries()) {
    const value = values[at + 1]
    if (value) params[key] = safeDecodeUri(value)
  }
  return params
}

/** Decides whether a user may navigate to a location, before anything there is fetched or rendered. */
export const authorize = (
  location: Location,
  user: User | null,
  table = routes,
  handlers = middleware,
): AccessDecision => {
  if (user?.isTwoFactorMissing && !isOpenWithoutTwoFactor(location.path))
    return redirectWithBack(twoFactorPath, location)
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
