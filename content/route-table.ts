/** Which addresses there are, and what each asks of who comes there (specification, section 2). */
import { typeOf } from './iri.ts'
import { type Location, decoded, hasPage, hrefOf, isAuthPath, wayBack } from './location.ts'
import type { User } from './resource.ts'

export type Params = Record<string, string>

export interface AppRoute {
  name: string
  /** `:name` is any segment, `:name?` one that may be missing. */
  path: string
  meta: {
    /** No content is fetched here: the app has a screen of its own. */
    disabled?: true
    /** Part of the admin area, which no transition leads into. */
    admin?: true
    title?: string
  }
  /** Whether an address that looks like this one is one. */
  validate?: (params: Params, path: string) => boolean
  /** Who decides on those who come here, by name, one after the other. */
  middleware?: readonly string[]
}

export type Admission =
  | { kind: 'admitted' }
  | { kind: 'redirected'; to: string }
  | { kind: 'refused'; status: number; message: string }

export type Middleware = (location: Location, user: User | null) => Admission

const admitted: Admission = { kind: 'admitted' }
const refused = (status: number, message: string): Admission => ({
  kind: 'refused',
  status,
  message,
})

const hasAll =
  (...names: string[]): AppRoute['validate'] =>
  (params) =>
    names.every((name) => params[name])

const account = (name: string, title: string, ...params: string[]): AppRoute => ({
  name,
  path: `/${[name, ...params.map((param) => `:${param}?`)].join('/')}`,
  meta: { disabled: true, title },
  validate: hasAll(...params),
})

const admin = (path: string, title: string): AppRoute => ({
  name: path ? `admin/${path}` : 'admin',
  path: `/_cwa${path && `/${path}`}`,
  meta: { disabled: true, admin: true, title },
  middleware: ['admin'],
})

/** The first one that fits an address is its route. */
export const routes: readonly AppRoute[] = [
  {
    name: 'login',
    path: '/login',
    meta: { disabled: true, title: 'Sign in' },
    middleware: ['guest'],
  },
  account('forgot-password', 'Forgotten password'),
  account('verify-email', 'Verify your email address', 'username', 'token'),
  account('reset-password', 'Choose a new password', 'username', 'token'),
  account('confirm-new-email', 'Confirm your new address', 'username', 'newEmail', 'token'),
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
    validate: ({ cwaPage0 = '' }) => ['PAGE', 'PAGE_DATA'].includes(typeOf(cwaPage0) ?? ''),
    middleware: ['admin'],
  },
  {
    name: 'page',
    path: '/:cwaPage0?/:cwaPage1?/:cwaPage2?/:cwaPage3?/:cwaPage4?',
    meta: {},
    // What is the app's own is nobody's page.
    validate: (_, path) => hasPage(path),
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
    const back = wayBack(location)
    if (user) return { kind: 'redirected', to: isAuthPath(back.path) ? '/' : hrefOf(back) }
    return admitted
  },
}

/** Undefined where there is nothing, not even a page that somebody could make. */
export const routeAt = (path: string, table = routes) => {
  for (const route of table) {
    const params = paramsOf(route.path, path)
    if (params) return { route, params }
  }
  return undefined
}

/** Whether somebody may see what is at a place, decided before anything of it is fetched or drawn. */
export const admit = (
  location: Location,
  user: User | null,
  table = routes,
  known = middleware,
): Admission => {
  const address = location.path + location.search
  const found = routeAt(location.path, table)
  if (!found) return refused(404, `Page not found: ${address}`)
  const { route, params } = found
  if (route.validate && !route.validate(params, location.path))
    return refused(404, `Page Not Found: ${address}`)
  for (const name of route.middleware ?? []) {
    if (!Object.hasOwn(known, name)) return refused(500, `Unknown route middleware: '${name}'`)
    const admission = known[name]!(location, user)
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
    } else if (segment !== undefined) params[part.replace(/^:|\?$/g, '')] = decoded(segment)
    else if (!part.endsWith('?')) return null
  }
  return params
}
