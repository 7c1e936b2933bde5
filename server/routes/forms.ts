/** Routes for submitting forms: validated while the user types, and submitted (api, section 2.11). */
import { type Context, Hono } from 'hono'
import type { FormType } from '#content/forms/form.ts'
import type { Iri } from '#content/model/iri.ts'
import type { User } from '#content/model/resource.ts'
import type { Env } from '../http/hono-env.ts'
import { passwordUpdate } from '../forms/built-in-forms.ts'
import { formActionUrl } from '../forms/form-feature.ts'
import type { FormHandler, FormSender } from '../forms/form-handlers.ts'
import type { FormRegistry } from '../forms/form-registry.ts'
import { type Submission, parseSubmission, withErrors } from '../forms/submission.ts'
import { buildFormView } from '../forms/form-view.ts'
import { uncached } from '../http/cache-policy.ts'
import { parseJsonBody } from '../http/body/json-body.ts'
import { problem } from '../http/problem.ts'
import { readBodyText } from '../http/body/request-body.ts'
import type { AccountTable } from '../store/db/schema.ts'
import type { Store } from '../store/store.ts'
import {
  readOptionsOf,
  requestApiBase,
  requestIriOf,
  ldJson,
  methodNotAllowed,
  requireAcceptable,
  stripFormat,
} from '../http/endpoint-helpers.ts'
import type { EndpointGroup } from '../http/endpoint-group.ts'
import {
  content,
  errorResponses,
  jsonResponse,
  ldJson as ldJsonType,
  pathParameter,
  queryParameter,
  requestBodyOf,
} from '../openapi/operations.ts'
import { refTo } from '../openapi/property-schemas.ts'

type C = Context<Env>

interface FormRoutesOptions {
  store: Store
  forms: FormRegistry
  handlers: Record<string, FormHandler>
  /** Base URL of the API: `https://site.test/_api`. */
  base: string
  senderOf: (c: C) => FormSender
  userOf: (c: C, account: AccountTable) => User
}

const endpoint = '/component/forms'
/** Exists whatever the content, because links in mails lead here. */
const resetIri = `${endpoint}/password_reset`
const reset = {
  '@id': resetIri,
  '@type': 'Form',
  formType: passwordUpdate.name,
  componentGroups: [],
  componentPositions: [],
  _metadata: { persisted: false },
}

export const formEndpoints = (options: FormRoutesOptions): EndpointGroup => {
  const { store } = options
  const submit = createSubmit(options)

  const findForm = async (c: C, iri: Iri) => {
    const { resource } = await store.get(iri, c.get('viewer'), readOptionsOf(c))
    return { resource, form: options.forms.get(resource['formType']) }
  }

  /** Returns the form with the username and token of the link filled in. */
  const prefilled = (c: C, form: FormType, iri: Iri) => {
    const [username = '', token = ''] = [c.req.query('username'), c.req.query('token')]
    const values = { username, plainNewPasswordConfirmationToken: token }
    return buildFormView(form, formActionUrl(form, iri, requestApiBase(c) ?? options.base), {
      values,
      errors: new Map(),
      submitted: new Set(),
    })
  }

  const app = new Hono<Env>()
  for (const format of ['', '.json', '.jsonld']) {
    const path = resetIri + format
    app.get(path, (c) => {
      requireAcceptable(c)
      const formView = prefilled(c, passwordUpdate, resetIri)
      return sendForm(c, { ...reset, formView }, 200)
    })
    app.all(path, methodNotAllowed('GET'))
  }
  app
    .on(['PATCH', 'POST'], `${resetIri}/submit`, (c) =>
      submit(c, { resource: reset, form: passwordUpdate, isFinal: true }),
    )
    .get(`${endpoint}/:id`, async (c, next) => {
      if (c.req.query('token') === undefined) return next()
      requireAcceptable(c)
      const iri = stripFormat(requestIriOf(c))
      const { resource, form } = await findForm(c, iri)
      if (form !== passwordUpdate) return next()
      return sendForm(c, { ...resource, formView: prefilled(c, form, iri) }, 200)
    })
    .on(['PATCH', 'POST'], `${endpoint}/:id/submit`, async (c) => {
      requireAcceptable(c)
      const { resource, form } = await findForm(c, requestIriOf(c).slice(0, -'/submit'.length))
      if (!form || form.apiDisabled) throw problem(404)
      return submit(c, { resource, form, isFinal: c.req.method === 'POST' })
    })
    .all(`${endpoint}/:id/submit`, methodNotAllowed('POST, PATCH'))
  return { routes: app, openApiPaths }
}

interface JsonResource {
  '@id': Iri
  '@type': string
  [property: string]: unknown
}

interface SubmittedForm {
  resource: JsonResource
  form: FormType
  /** True to perform the form's action; otherwise only the fields that were sent are validated. */
  isFinal: boolean
}

const createSubmit =
  ({ handlers, base, senderOf, userOf }: FormRoutesOptions) =>
  async (c: C, { resource, form, isFinal }: SubmittedForm) => {
    requireAcceptable(c)
    const handler = Object.hasOwn(handlers, form.name) ? handlers[form.name] : undefined
    const sender = senderOf(c)
    if (handler?.requiresAccount && !sender.account) throw problem(401)
    const submission = await validateSubmission(c, form, handler, sender, isFinal)
    const answer = (status: 200 | 201 | 422) => {
      const formView = buildFormView(
        form,
        formActionUrl(form, resource['@id'], requestApiBase(c) ?? base),
        submission,
      )
      return sendForm(c, { ...resource, formView }, status)
    }
    if (submission.errors.size) return answer(422)
    const status = c.req.method === 'POST' ? 201 : 200
    if (!isFinal) return answer(status)
    const account = (await handler?.submit(submission.values, sender)) ?? null
    return account ? sendForm(c, userOf(c, account), status) : answer(status)
  }

const validateSubmission = async (
  c: C,
  form: FormType,
  handler: FormHandler | undefined,
  sender: FormSender,
  isFinal: boolean,
): Promise<Submission> => {
  const type = c.req.header('content-type')
  if (type && !/json/i.test(type)) throw problem(415, { detail: 'Send this as application/json.' })
  const submission = parseSubmission(form, parseJsonBody(await readBodyText(c)), {
    partial: !isFinal,
  })
  if (!submission) throw problem(422, { detail: `Send the values under "${form.name}".` })
  // The server's own checks are skipped when the values are invalid already.
  if (isFinal && submission.errors.size) return submission
  const errors = await handler?.validate?.(submission.values, sender, isFinal)
  return errors ? withErrors(submission, errors) : submission
}

/** Sends a form or a user. It is made for one client, so no cache may store it. */
const sendForm = (c: C, resource: JsonResource, status: 200 | 201 | 422) =>
  c.body(JSON.stringify({ '@context': `/contexts/${resource['@type']}`, ...resource }), status, {
    'Content-Type': ldJson,
    ...uncached,
  })

const submitOperation = (operationId: string, status: 200 | 201, form = 'Form') => ({
  operationId,
  requestBody: requestBodyOf({ type: 'object' }, 'application/json'),
  responses: {
    [status]: jsonResponse('The values are valid.', { anyOf: [refTo(form), refTo('User')] }),
    422: {
      description:
        'The values are invalid: the form with its errors; a problem when the values are missing.',
      content: {
        ...content(ldJsonType, refTo(form)),
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
  [`${endpoint}/{id}/submit`]: {
    parameters: [pathParameter('id')],
    patch: submitOperation('checkForm', 200),
    post: submitOperation('sendForm', 201),
  },
}
