/** Endpoints of forms, which validate them while they are filled in and submit them. */
import { type Context, Hono } from 'hono'
import { type FormType, formEndpoint } from '#content/forms/form.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Env } from '../../http/hono-env.ts'
import { passwordUpdate } from '../../forms/built-in-forms.ts'
import { formActionUrl } from '../../forms/form-feature.ts'
import { buildFormView } from '../../forms/form-view.ts'
import { problem } from '../../http/problem.ts'
import {
  readOptionsOf,
  requestApiBase,
  requestIriOf,
  methodNotAllowed,
  requireAcceptable,
  stripFormat,
} from '../../http/endpoint-helpers.ts'
import type { FeatureContext } from '../feature-endpoints.ts'
import type { EndpointGroup } from '../../http/endpoint-group.ts'
import {
  content,
  errorResponses,
  jsonResponse,
  ldJson,
  pathParameter,
  queryParameter,
  requestBodyOf,
} from '../../openapi/operations.ts'
import { refTo } from '../../openapi/json-schema.ts'
import { type SubmitOptions, createSubmit, sendForm } from '../form-submission.ts'

type C = Context<Env>

type FormEndpointsOptions = SubmitOptions & Pick<FeatureContext, 'store' | 'forms'>

/** The IRI of the form that sets a new password. It exists whatever the content, because links in mails lead there. */
const resetIri = `${formEndpoint}/password_reset`
const reset = {
  '@id': resetIri,
  '@type': 'Form',
  formType: passwordUpdate.name,
  componentGroups: [],
  componentPositions: [],
  _metadata: { persisted: false },
}

/** Returns the form with the username and token of a link in a mail filled in. */
const prefilledView = (c: C, form: FormType, iri: Iri, base: string) => {
  const [username = '', token = ''] = [c.req.query('username'), c.req.query('token')]
  return buildFormView(form, formActionUrl(form, iri, requestApiBase(c) ?? base), {
    values: { username, plainNewPasswordConfirmationToken: token },
    errors: new Map(),
    submitted: new Set(),
  })
}

/** Returns the routes of the form that sets a new password. */
const passwordResetRoutes = (options: FormEndpointsOptions) => {
  const submit = createSubmit(options)
  const app = new Hono<Env>()
  for (const format of ['', '.json', '.jsonld']) {
    const path = resetIri + format
    app.get(path, (c) => {
      requireAcceptable(c)
      const formView = prefilledView(c, passwordUpdate, resetIri, options.base)
      return sendForm(c, { ...reset, formView }, 200)
    })
    app.all(path, methodNotAllowed('GET'))
  }
  return app.on(['PATCH', 'POST'], `${resetIri}/submit`, (c) =>
    submit(c, { resource: reset, form: passwordUpdate, isFinal: true }),
  )
}

/** Returns the endpoints that submit forms, and those of the form in links for a new password. */
export const createEndpoints = (options: FormEndpointsOptions): EndpointGroup => {
  const { store, forms, base } = options
  const submit = createSubmit(options)
  const findForm = async (c: C, iri: Iri) => {
    const { resource } = await store.get(iri, c.get('viewer'), readOptionsOf(c))
    return { resource, form: forms.get(resource['formType']) }
  }
  const routes = new Hono<Env>()
    .route('/', passwordResetRoutes(options))
    .get(`${formEndpoint}/:id`, async (c, next) => {
      if (c.req.query('token') === undefined) return next()
      requireAcceptable(c)
      const iri = stripFormat(requestIriOf(c))
      const { resource, form } = await findForm(c, iri)
      if (form !== passwordUpdate) return next()
      return sendForm(c, { ...resource, formView: prefilledView(c, form, iri, base) }, 200)
    })
    .on(['PATCH', 'POST'], `${formEndpoint}/:id/submit`, async (c) => {
      requireAcceptable(c)
      const { resource, form } = await findForm(c, requestIriOf(c).slice(0, -'/submit'.length))
      if (!form || form.apiDisabled) throw problem(404)
      return submit(c, { resource, form, isFinal: c.req.method === 'POST' })
    })
    .all(`${formEndpoint}/:id/submit`, methodNotAllowed('POST, PATCH'))
  return { routes, openApiPaths }
}

const submitOperation = (operationId: string, status: 200 | 201, form = 'Form') => ({
  operationId,
  requestBody: requestBodyOf({ type: 'object' }, 'application/json'),
  responses: {
    [status]: jsonResponse('The values are valid.', { anyOf: [refTo(form), refTo('User')] }),
    422: {
      description:
        'The values are invalid: the form with its errors; a problem when the values are missing.',
      content: {
        ...content(ldJson, refTo(form)),
        ...content('application/problem+json', refTo('Error')),
      },
    },
    ...errorResponses(400, 401, 404, 413, 415, 429),
  },
})

const openApiPaths = {
  [resetIri]: {
    get: {
      operationId: 'readPasswordReset',
      parameters: [queryParameter('username'), queryParameter('token')],
      responses: { 200: jsonResponse('The form for a new password.', refTo('PasswordResetForm')) },
    },
  },
  [`${resetIri}/submit`]: {
    patch: submitOperation('tryPasswordReset', 200, 'PasswordResetForm'),
    post: submitOperation('sendPasswordReset', 201, 'PasswordResetForm'),
  },
  [`${formEndpoint}/{id}/submit`]: {
    parameters: [pathParameter('id')],
    patch: submitOperation('checkForm', 200),
    post: submitOperation('sendForm', 201),
  },
}
