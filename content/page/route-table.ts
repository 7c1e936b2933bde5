/** Which addresses there are, and what each asks of who comes there (specification, section 2). */
import { iriTypeOf } from '../model/iri.ts'
import {
  type Location,
  safeDecodeUri,
  isContentPath,
  hrefOf,
  isAuthPath,
  returnLocation,
} from './location.ts'
import type { User } from '../model/resource.ts'

export type Params = Record<string, string>

export interface AppRoute {
  name: string
  /** `:name` is any segment, `:name?` one that may be missing. */
  path: string
  meta: {
    /** No content is fetched here: the app has a screen of its own. */
    isAppScreen?: true
    /** Part of the admin area, which no transition leads into. */
    admin?: true
    title?: string
  }
  /** Whether an address that looks like this one is one. */
  validate?: (params: Params, path: string) => boolean
  /** Who decides on those who come here, by name, one after the other. */
  middleware?: readonly string[]
}

export type AccessDecision =
  | { kind: 'admitted' }
  | { kind: 'redirected'; to: string }
  | { kind: 'refused'; status: number; message: string }

export type Middleware = (location: Location, user: User | null) => AccessDecision

const admitted: AccessDecision = { kind: 'admitted' }
const refused = (status: number, message: string): AccessDecision => ({
  kind: 'refused',
  status,
  message,
})

const requireParams =
  (...names: string[]): AppRoute['validate'] =>
  (params) =>
    names.every((name) => params[name])

const accountRoute = (name: string, title: string, ...params: string[]): AppRoute => ({
  name,
  path: `/${[name, ...params.map((param) => `:${param}?`)].join('/')}`,
  meta: { isAppScreen: true, title },
  validate: requireParams(...params),
})

const admin = (path: string, title: string): AppRoute => ({
  name: path ? `admin/${path}` : 'admin',
  path: `/_cwa${path && `/${path}`}`,
  meta: { isAppScreen: true, admin: true, title },
  middleware: ['admin'],
})

/** The first one that fits an address is its route. */
export const routes: readonly AppRoute[] = [
  {
    name: 'login',
    path: '/login',
    meta: { isAppScreen: true, title: 'Sign in' },
    middleware: ['guest'],
  },
  accountRoute('forgot-password', 'Forgotten password'),
  accountRoute('verify-email', 'Verify your email address', 'username', 'token'),
  accountRoute('reset-password', 'Choose a new password', 'username', 'token'),
  accountRoute('confirm-new-email', 'Confirm your new address', 'username', 'newEmail', 'token'),
  admin('', 'Admin'),
  admin('pages', 'Pages'),
  admin('pages/:iri', 'Page'),
  admin('users', 'Users'),
  admin('users/:iri', 'User'),
  admin('routes', 'Routes'),
  admin('layouts', 'Layouts'),
  admin('layouts/:iri', 'Layout'),
  admin('settings', 'Settings'),
  admin('data', 'Data'),
  admin('data/:type', 'Data'),
  admin('data/:type/:iri', 'Data'),
  ...['useDataList', 'useDataType', 'useItemPage', 'useListPage', 'useDynamicPageLoader'].map(
    (name) => admin(name, name),
  ),
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
    // What is the app's own is nobody's page.
    validate: (_, path) => isContentPath(path),
  },
]

/** Who may go on, and where the others go. */
export const middleware: Readonly<Record<string, Middleware>> = {
  admin: (location, user) => {
    if (!user)
      return { kind: 'redirected', to: `/login?back=${encodeURIComponent(hrefOf(location))}` }
    if (user.roles.includes('ROLE_ADMIN')) return admitted
    return refused(403, 'This is for the administrators of this site.')
  },
  guest: (location, user) => {
    const back = returnLocation(location)
    if (user) return { kind: 'redirected', to: isAuthPath(back.path) ? '/' : hrefOf(back) }
    return admitted
  },
}

/** Undefined where there is nothing, not even a page that somebody could make. */
export const matchRoute = (path: string, table = routes) => {
  for (const route of table) {
    const params = paramsOf(route.path, path)
    if (params) return { route, params }
  }
  return undefined
}

/** Whether somebody may see what is at a place, decided before anything of it is fetched or drawn. */
export const authorize = (
  location: Location,
  user: User | null,
  table = routes,
  handlers = middleware,
): AccessDecision => {
  const address = location.path + location.search
  const found = matchRoute(location.path, table)
  if (!found) return refused(404, `Page not found: ${address}`)
  const { route, params } = found
  if (route.validate && !route.validate(params, location.path))
    return refused(404, `Page Not Found: ${address}`)
  for (const name of route.middleware ?? []) {
    if (!Object.hasOwn(handlers, name)) return refused(500, `Unknown route middleware: '${name}'`)
    const admission = handlers[name]!(location, user)
    if (admission.kind !== 'admitted') return admission
  }
  return admitted
}

const segmentsOf = (path: string) => {
  const trimmed = path.replace(/^\/|\/$/g, '')
  return trimmed ? trimmed.split('/') : []
}

const paramsOf = (pattern: string, path: string): Params | null => {
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
