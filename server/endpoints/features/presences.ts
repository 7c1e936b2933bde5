/** Endpoints by which editors tell one another where they are. They exist for editors alone. */
import { type Context, Hono } from 'hono'
import { isSiteHref } from '#content/links/link.ts'
import { isContentPath } from '#content/navigation/path-patterns.ts'
import type { Iri } from '#content/model/iri.ts'
import { presencesEndpoint } from '#content/presence/presence.ts'
import { uncached } from '../../http/cache-policy.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  ldJson,
  methodNotAllowed,
  readJsonBody,
  requireAcceptable,
  requireEditor,
} from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { sendJson, toJsonResponse } from '../../http/json-response.ts'
import { problem } from '../../http/problem.ts'
import { ValidationError } from '../../domain-errors.ts'
import { listSchema } from '../../openapi/common-schemas.ts'
import { type JsonSchema, boolean, exactObject, iri, text } from '../../openapi/json-schema.ts'
import {
  accountParameter,
  emptyResponse,
  errorResponses,
  jsonResponse,
  pathParameter,
  requestBodyOf,
} from '../../openapi/operations.ts'
import { createAnnouncementLimit } from '../../presence/announcement-limit.ts'
import type { Presences, Whereabouts } from '../../presence/presences.ts'
import type { Body } from '../../store/read/read-result.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

type C = Context<Env>

type PresenceEndpointsOptions = Pick<FeatureContext, 'store' | 'presences' | 'clock'>

/** The maximum size of an announcement, in bytes: its texts are limited below, and JSON may escape each character. */
const maxBodySize = 16 * 1024
const maxPathLength = 1_000
const maxIriLength = 500
const tabPath = `${presencesEndpoint}/:id`
const tabId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const refuse = (propertyPath: string, message: string): never => {
  throw new ValidationError([{ propertyPath, message }])
}

/** Returns the id of the tab that a URL names; throws 404 for anything but a UUID. */
const tabIdOf = (c: C) => {
  const id = c.req.param('id') ?? ''
  if (!tabId.test(id)) throw problem(404)
  return id
}

const readPath = (path: unknown) =>
  typeof path === 'string' &&
  path.length <= maxPathLength &&
  !/[?#]/.test(path) &&
  isSiteHref(path) &&
  isContentPath(path)
    ? path
    : refuse('path', 'Name the page by its path on this site.')

const readResource = (resource: unknown): Iri | null => {
  if (resource === undefined || resource === null) return null
  return typeof resource === 'string' && resource.length <= maxIriLength
    ? resource
    : refuse('resource', 'Name a resource by its IRI.')
}

/** Returns what a body says about a tab. Throws a `ValidationError` for anything else. */
const readWhereabouts = ({ path, resource, isTyping = false }: Body): Whereabouts => {
  if (typeof isTyping !== 'boolean') return refuse('isTyping', 'This should be true or false.')
  return { path: readPath(path), resource: readResource(resource), isTyping }
}

const sendList = async (c: C, presences: Presences, allow: string) => {
  const member = await presences.list()
  const list = {
    '@context': '/contexts/Presence',
    '@id': presencesEndpoint,
    '@type': 'Collection',
    totalItems: member.length,
    member,
  }
  return sendJson(c, toJsonResponse(list, null, { Allow: allow }))
}

const createReads = ({ presences }: PresenceEndpointsOptions) => ({
  list: (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    return sendList(c, presences, 'GET')
  },
  read: async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    const own = `${presencesEndpoint}/${tabIdOf(c)}`
    const found = (await presences.list()).find((one) => one['@id'] === own)
    if (!found) throw problem(404)
    const resource = { '@context': '/contexts/Presence', ...found }
    return sendJson(c, toJsonResponse(resource, null, { Allow: tabMethods }))
  },
})

const createWrites = ({ store, presences, clock }: PresenceEndpointsOptions) => {
  const limitAnnouncements = createAnnouncementLimit(clock)

  /** Returns the tab that an editor may speak for. Throws 429 after too many requests. */
  const requireTab = (c: C) => {
    requireEditor(c)
    const accountId = c.get('account')!.id
    limitAnnouncements(accountId)
    return { id: tabIdOf(c), accountId, sessionHash: c.get('session')!.hash }
  }

  return {
    announce: async (c: C) => {
      requireAcceptable(c)
      const tab = requireTab(c)
      const whereabouts = readWhereabouts(await readJsonBody(c, ldJson, maxBodySize))
      const { resource } = whereabouts
      // One that somebody has deleted meanwhile is not refused.
      const isReadable = resource !== null && (await store.canRead(resource, c.get('viewer')))
      await presences.announce(tab, { ...whereabouts, resource: isReadable ? resource : null })
      return sendList(c, presences, tabMethods)
    },
    leave: async (c: C) => {
      await presences.leave(requireTab(c))
      return c.body(null, 204, { ...uncached })
    },
  }
}

const tabMethods = 'GET, PUT, DELETE'

/** Returns the endpoints of presences: their list, and each tab's own. */
export const createEndpoints = (options: PresenceEndpointsOptions): EndpointGroup => {
  const { list, read } = createReads(options)
  const { announce, leave } = createWrites(options)
  const routes = new Hono<Env>()
    .get(presencesEndpoint, list)
    .all(presencesEndpoint, methodNotAllowed('GET'))
    .get(tabPath, read)
    .put(tabPath, announce)
    .delete(tabPath, leave)
    .all(tabPath, methodNotAllowed(tabMethods))
  return { routes, openApiPaths }
}

const whereabouts: Record<string, JsonSchema> = {
  path: { ...text, maxLength: maxPathLength },
  resource: { ...iri, maxLength: maxIriLength },
  isTyping: boolean,
}

const presence = exactObject(
  {
    '@context': text,
    '@id': iri,
    '@type': { const: 'Presence' },
    user: iri,
    username: text,
    ...whereabouts,
    pageTitle: text,
    _metadata: exactObject({ persisted: boolean }),
  },
  ['@id', '@type', 'user', 'username', 'path', 'isTyping', '_metadata'],
)

const listResponse = jsonResponse('The tabs in which editors work.', listSchema(presence))

const openApiPaths = {
  [presencesEndpoint]: {
    get: {
      operationId: 'listPresences',
      description: 'Lists the tabs in which editors work. Only editors may read it.',
      responses: { 200: listResponse, ...errorResponses(401, 403) },
    },
  },
  [`${presencesEndpoint}/{id}`]: {
    parameters: [pathParameter('id', 'A UUID that the tab has chosen.')],
    get: {
      operationId: 'readPresence',
      responses: {
        200: jsonResponse('Where the tab is.', presence),
        ...errorResponses(401, 403, 404),
      },
    },
    put: {
      operationId: 'announcePresence',
      description:
        'Tells other editors where this tab is. Send it again within 30 seconds, even if nothing has changed: then the presence ends. Editors who subscribe to the hub receive each change under the IRI of the presence, without an event id, since it cannot be replayed.',
      parameters: [accountParameter],
      requestBody: requestBodyOf(
        exactObject(
          { ...whereabouts, resource: { anyOf: [whereabouts['resource']!, { type: 'null' }] } },
          ['path'],
        ),
        ldJson,
      ),
      responses: {
        200: listResponse,
        ...errorResponses(400, 401, 403, 404, 413, 415, 422, 429),
      },
    },
    delete: {
      operationId: 'endPresence',
      description: 'Tells other editors that this tab has left.',
      parameters: [accountParameter],
      responses: {
        204: emptyResponse('The tab is known no more.'),
        ...errorResponses(401, 403, 404, 429),
      },
    },
  },
}
