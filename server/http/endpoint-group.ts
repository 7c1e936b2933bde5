/** An endpoint group: its routes, its part of the OpenAPI document, its secret paths, and whether it is read-only. */
import type { Hono } from 'hono'
import { methodNotAllowed } from './endpoint-helpers.ts'
import type { Env } from './hono-env.ts'

/** Path items of an OpenAPI document by their path. */
export type OpenApiPaths = Record<string, Record<string, unknown>>

export interface EndpointGroup {
  /** Handlers, with paths below the API's mount. */
  routes: Hono<Env>
  /** Describes the endpoints for other clients. */
  openApiPaths: OpenApiPaths
  /** True when every endpoint can only be read: any other method gets 405. */
  isReadOnly?: boolean
  /** Paths that are followed by a secret or the name of an account, which the log leaves out. */
  secretPaths?: readonly string[]
}

/** Adds a group's routes to the API, followed by 405 for the methods that a group which can only be read lacks. */
export const addEndpointGroup = (api: Hono<Env>, { routes, isReadOnly }: EndpointGroup) => {
  api.route('/', routes)
  if (!isReadOnly) return
  const read = routes.routes.filter(({ method }) => method === 'GET')
  for (const path of new Set(read.map((route) => route.path))) {
    api.all(path, methodNotAllowed('GET'))
  }
}
