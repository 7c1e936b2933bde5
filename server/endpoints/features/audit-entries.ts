/** Endpoints by which super admins read the audit log, as lists and as CSV. Nobody can change it. */
import { type Context, Hono } from 'hono'
import { auditEntriesEndpoint as endpoint, auditFilters } from '#content/admin/audit-entry.ts'
import { sendCsv } from '../../http/send-csv.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  methodNotAllowed,
  rejectNulCharacters,
  requestIriOf,
  requireAcceptable,
  requireSuperAdmin,
  stripFormat,
} from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { sendJson, toJsonResponse } from '../../http/json-response.ts'
import { problem } from '../../http/problem.ts'
import { auditEntryPaths } from '../../openapi/audit-entry-paths.ts'
import { listEnvelope } from '../../store/read/lists/list-envelope.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

type C = Context<Env>

const type = 'AuditEntry'
const headers = { Allow: 'GET' }
const [itemPath, csvPath] = [`${endpoint}/:id`, `${endpoint}.csv`]
const filters = auditFilters.map((variable) => ({ variable, property: variable }))

const queryOf = (c: C) => new URL(c.req.url).searchParams

const createReads = ({ auditLog }: Pick<FeatureContext, 'auditLog'>) => ({
  list: async (c: C) => {
    requireAcceptable(c)
    requireSuperAdmin(c)
    const query = queryOf(c)
    const listed = await auditLog.list(query)
    const list = listEnvelope({ iri: endpoint, type, filters, ...listed }, query)
    return sendJson(c, toJsonResponse(list, null, headers))
  },

  read: async (c: C) => {
    requireAcceptable(c)
    requireSuperAdmin(c)
    const found = await auditLog.find(stripFormat(requestIriOf(c)).slice(endpoint.length + 1))
    if (!found) throw problem(404)
    return sendJson(c, toJsonResponse({ '@context': `/contexts/${type}`, ...found }, null, headers))
  },

  csv: (c: C) => {
    rejectNulCharacters(c)
    requireSuperAdmin(c)
    return sendCsv(c, 'audit-log.csv', auditLog.csv(queryOf(c)))
  },
})

/** Returns the endpoints of the audit log. */
export const createEndpoints = (context: Pick<FeatureContext, 'auditLog'>): EndpointGroup => {
  const { list, read, csv } = createReads(context)
  const routes = new Hono<Env>()
  for (const format of ['', '.json', '.jsonld'])
    routes.get(endpoint + format, list).all(endpoint + format, methodNotAllowed('GET'))
  routes
    .get(csvPath, csv)
    .all(csvPath, methodNotAllowed('GET'))
    .get(itemPath, read)
    .all(itemPath, methodNotAllowed('GET'))
  return { routes, openApiPaths: auditEntryPaths }
}
