/** Applies the route rules, which say what role a path needs. */
import { type Iri, routePath } from '#content/model/iri.ts'
import type { Role } from '#content/model/resource.ts'
import { type ReadContext, readsAll } from './read-context.ts'

export interface RouteRule {
  /** A path pattern, in which `*` matches anything. */
  path: string
  role: Role
}

/** The rules of the demo site. */
export const defaultRouteRules: readonly RouteRule[] = [{ path: '/user-area*', role: 'ROLE_USER' }]

const pattern = ({ path }: RouteRule) =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

/** Returns true if a viewer may visit a route's path. */
export type CanVisit = (route: Iri, readContext: ReadContext) => boolean

/** Returns a function that tells whether a viewer may visit a path. */
export const createRouteRules = (rules: readonly RouteRule[]) => {
  const patterns = rules.map((rule) => ({ pattern: pattern(rule), role: rule.role }))

  const canVisit: CanVisit = (route, readContext) =>
    readsAll(readContext) ||
    patterns.every(
      (rule) =>
        readContext.viewer.roles.includes(rule.role) || !rule.pattern.test(routePath(route)),
    )

  /** Returns the path patterns this viewer may not visit, for use in SQL. */
  const forbiddenPaths = (readContext: ReadContext): readonly string[] =>
    readsAll(readContext)
      ? []
      : rules.filter(({ role }) => !readContext.viewer.roles.includes(role)).map(({ path }) => path)

  return { canVisit, forbiddenPaths }
}
