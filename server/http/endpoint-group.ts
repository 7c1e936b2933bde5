/**
 * Groups of endpoints, the methods and paths of the API. A group is the routes of a Hono app and their description for
 * other clients. A name with `Endpoints` is that of such a group, one with `Routes` that of a Hono app alone.
 */
import type { Hono } from 'hono'
import { methodNotAllowed } from './endpoint-helpers.ts'
import type { Env } from './hono-env.ts'

/** The path items of an OpenAPI document, by path. */
export type OpenApiPaths = Record<string, Record<string, unknown>>

export interface EndpointGroup {
  /** The handlers, at paths below `/_api`. */
  routes: Hono<Env>
  /** The part of the OpenAPI document that describes the endpoints. */
  openApiPaths: OpenApiPaths
  /** True if the endpoints accept only GET; any other method gets 405. */
  isReadOnly?: boolean
  /** Paths that are followed by a secret or the name of an account, which the log leaves out. */
  secretPaths?: readonly string[]
}

/** Adds the routes of a group to the API. If the group is read-only, every method but GET gets 405. */
export const addEndpointGroup = (api: Hono<Env>, { routes, isReadOnly }: EndpointGroup) => {
  api.route('/', routes)
  if (!isReadOnly) return
  const read = routes.routes.filter(({ method }) => method === 'GET')
  for (const path of new Set(read.map((route) => route.path))) {
    api.all(path, methodNotAllowed('GET'))
  }
}
