/** Forms filled in: checked while somebody types, and sent (api, section 2.11). */
import { type Context, Hono } from 'hono'
import type { FormType } from '#content/form.ts'
import type { Iri } from '#content/iri.ts'
import type { User } from '#content/resource.ts'
import type { Env } from '../env.ts'
import { passwordUpdate } from '../forms/built-in.ts'
import { actionOf } from '../forms/feature.ts'
import type { Handler, Sender } from '../forms/handlers.ts'
import type { Forms } from '../forms/registry.ts'
import { type Submission, readSubmission, withErrors } from '../forms/submission.ts'
import { viewOf } from '../forms/view.ts'
import { neverCached } from '../http/cache-policy.ts'
import { parseJson } from '../json.ts'
import { problem } from '../problem.ts'
import { bodyText } from '../request-body.ts'
import type { AccountTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { askedOf, baseOf, iriOf, ldJson, notOffered, requireAccept, withoutFormat } from './http.ts'

type C = Context<Env>

interface FormsOptions {
  store: Store
  forms: Forms
  handlers: Record<string, Handler>
  /** Where the API is: `https://site.test/_api`. */
  base: string
  senderOf: (c: C) => Sender
  userOf: (c: C, account: AccountTable) => User
}

const endpoint = '/component/forms'
/** Always there, whatever the content: where the link in a mail leads. */
const resetIri = `${endpoint}/password_reset`
const reset = {
  '@id': resetIri,
  '@type': 'Form',
  formType: passwordUpdate.name,
  componentGroups: [],
  componentPositions: [],
  _metadata: { persisted: false },
}

export const forms = (options: FormsOptions) => {
  const { store } = options
  const submit = createSubmit(options)

  const found = async (c: C, iri: Iri) => {
    const { resource } = await store.get(iri, c.get('viewer'), askedOf(c))
    return { resource, form: options.forms.of(resource['formType']) }
  }

  /** The link in a mail fills in what it knows. */
  const prefilled = (c: C, form: FormType, iri: Iri) => {
    const [username = '', token = ''] = [c.req.query('username'), c.req.query('token')]
    const values = { username, plainNewPasswordConfirmationToken: token }
    return viewOf(form, actionOf(form, iri, baseOf(c) ?? options.base), {
      values,
      errors: new Map(),
      submitted: new Set(),
    })
  }

  const app = new Hono<Env>()
  for (const format of ['', '.json', '.jsonld']) {
    const path = resetIri + format
    app.get(path, (c) => {
      requireAccept(c)
      const formView = prefilled(c, passwordUpdate, resetIri)
      return sendForm(c, { ...reset, formView }, 200)
    })
    app.all(path, notOffered('GET'))
  }
  return app
    .on(['PATCH', 'POST'], `${resetIri}/submit`, (c) =>
      submit(c, { resource: reset, form: passwordUpdate, isFinal: true }),
    )
    .get(`${endpoint}/:id`, async (c, next) => {
      if (c.req.query('token') === undefined) return next()
      requireAccept(c)
      const iri = withoutFormat(iriOf(c))
      const { resource, form } = await found(c, iri)
      if (form !== passwordUpdate) return next()
      return sendForm(c, { ...resource, formView: prefilled(c, form, iri) }, 200)
    })
    .on(['PATCH', 'POST'], `${endpoint}/:id/submit`, async (c) => {
      requireAccept(c)
      const { resource, form } = await found(c, iriOf(c).slice(0, -'/submit'.length))
      if (!form || form.apiDisabled) throw problem(404)
      return submit(c, { resource, form, isFinal: c.req.method === 'POST' })
    })
    .all(`${endpoint}/:id/submit`, notOffered('POST, PATCH'))
}

interface Sendable {
  '@id': Iri
  '@type': string
  [property: string]: unknown
}

interface Sent {
  resource: Sendable
  form: FormType
  /** To be acted upon; otherwise only what was sent is checked. */
  isFinal: boolean
}

const createSubmit =
  ({ handlers, base, senderOf, userOf }: FormsOptions) =>
  async (c: C, { resource, form, isFinal }: Sent) => {
    requireAccept(c)
    const handler = Object.hasOwn(handlers, form.name) ? handlers[form.name] : undefined
    const sender = senderOf(c)
    if (handler?.needsAccount && !sender.account) throw problem(401)
    const submission = await checkedSubmission(c, form, handler, sender, isFinal)
    const answer = (status: 200 | 201 | 422) => {
      const formView = viewOf(form, actionOf(form, resource['@id'], baseOf(c) ?? base), submission)
      return sendForm(c, { ...resource, formView }, status)
    }
    if (submission.errors.size) return answer(422)
    const status = c.req.method === 'POST' ? 201 : 200
    if (!isFinal) return answer(status)
    const account = (await handler?.send(submission.values, sender)) ?? null
    return account ? sendForm(c, userOf(c, account), status) : answer(status)
  }

const checkedSubmission = async (
  c: C,
  form: FormType,
  handler: Handler | undefined,
  sender: Sender,
  isFinal: boolean,
): Promise<Submission> => {
  const type = c.req.header('content-type')
  if (type && !/json/i.test(type)) throw problem(415, { detail: 'Send this as application/json.' })
  const submission = readSubmission(form, parseJson(await bodyText(c)), { partial: !isFinal })
  if (!submission) throw problem(422, { detail: `Send the values under "${form.name}".` })
  // What is wrong already need not be asked about.
  if (isFinal && submission.errors.size) return submission
  const found = await handler?.check?.(submission.values, sender, isFinal)
  return found ? withErrors(submission, found) : submission
}

/** Forms and users alike: made for one sender, so nobody keeps it. */
const sendForm = (c: C, resource: Sendable, status: 200 | 201 | 422) =>
  c.body(JSON.stringify({ '@context': `/contexts/${resource['@type']}`, ...resource }), status, {
    'Content-Type': ldJson,
    ...neverCached,
  })
