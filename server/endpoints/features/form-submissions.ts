/** Endpoints by which editors read what visitors have sent by forms, as lists and as CSV, and try a form. */
import { type Context, Hono } from 'hono'
import { formSubmissionsEndpoint as endpoint } from '#content/forms/form-submission.ts'
import { formEndpoint } from '#content/forms/form.ts'
import { handlerOf } from '../../forms/form-handlers.ts'
import { uncached } from '../../http/cache-policy.ts'
import { sendCsv } from '../../http/send-csv.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  methodNotAllowed,
  readOptionsOf,
  requestActorOf,
  rejectNulCharacters,
  requestIriOf,
  requireAcceptable,
  requireEditor,
  stripFormat,
} from '../../http/endpoint-helpers.ts'
import type { Env } from '../../http/hono-env.ts'
import { locationHeaders, sendJson, toJsonResponse } from '../../http/json-response.ts'
import { problem } from '../../http/problem.ts'
import { formSubmissionPaths } from '../../openapi/form-submission-paths.ts'
import { listEnvelope } from '../../store/read/lists/list-envelope.ts'
import type { FeatureContext } from '../feature-endpoints.ts'

type C = Context<Env>

type FormSubmissionEndpointsOptions = Pick<
  FeatureContext,
  'store' | 'forms' | 'handlers' | 'formSubmissions'
>

const type = 'FormSubmission'
const itemMethods = 'GET, DELETE'
const [itemPath, csvPath] = [`${endpoint}/:id`, `${endpoint}.csv`]
const testPath = `${formEndpoint}/:id/test`
const filters = ['form', 'search'].map((variable) => ({ variable, property: variable }))

const queryOf = (c: C) => new URL(c.req.url).searchParams
const iriOf = (c: C) => stripFormat(requestIriOf(c))

const createReads = ({ formSubmissions }: FormSubmissionEndpointsOptions) => ({
  list: async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    const query = queryOf(c)
    const listed = await formSubmissions.list(query)
    const list = listEnvelope({ iri: endpoint, type, filters, ...listed }, query)
    return sendJson(c, toJsonResponse(list, null, { Allow: 'GET' }))
  },

  read: async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    const found = await formSubmissions.find(iriOf(c))
    if (!found) throw problem(404)
    const resource = { '@context': `/contexts/${type}`, ...found }
    return sendJson(c, toJsonResponse(resource, null, { Allow: itemMethods }))
  },

  csv: async (c: C) => {
    rejectNulCharacters(c)
    requireEditor(c)
    return sendCsv(c, 'submissions.csv', formSubmissions.csv(queryOf(c)))
  },
})

const createWrites = ({
  formSubmissions,
  store,
  forms,
  handlers,
}: FormSubmissionEndpointsOptions) => ({
  remove: async (c: C) => {
    rejectNulCharacters(c)
    requireEditor(c)
    if (!(await formSubmissions.remove(iriOf(c), requestActorOf(c)))) throw problem(404)
    return c.body(null, 204, { ...uncached })
  },

  test: async (c: C) => {
    requireAcceptable(c)
    requireEditor(c)
    const iri = requestIriOf(c).slice(0, -'/test'.length)
    const { resource } = await store.get(iri, c.get('viewer'), readOptionsOf(c))
    const form = forms.get(resource['formType'])
    if (!form || form.apiDisabled || handlerOf(handlers, form)) throw problem(404)
    const sent = await formSubmissions.addTest({ iri, form })
    const headers = locationHeaders(sent['@id'])
    const body = { '@context': `/contexts/${type}`, ...sent }
    return sendJson(c, { ...toJsonResponse(body, null, headers), status: 201 })
  },
})

/** Returns the endpoints of submissions. */
export const createEndpoints = (options: FormSubmissionEndpointsOptions): EndpointGroup => {
  const { list, read, csv } = createReads(options)
  const { remove, test } = createWrites(options)
  const routes = new Hono<Env>()
  for (const format of ['', '.json', '.jsonld'])
    routes.get(endpoint + format, list).all(endpoint + format, methodNotAllowed('GET'))
  routes
    .get(csvPath, csv)
    .all(csvPath, methodNotAllowed('GET'))
    .get(itemPath, read)
    .delete(itemPath, remove)
    .all(itemPath, methodNotAllowed(itemMethods))
    .post(testPath, test)
    .all(testPath, methodNotAllowed('POST'))
  return { routes, openApiPaths: formSubmissionPaths }
}
