/** Validates and performs submissions of forms. */
import type { Context } from 'hono'
import type { FormType } from '#content/forms/form.ts'
import type { Iri } from '#content/model/iri.ts'
import type { User } from '#content/model/resource.ts'
import type { Env } from '../http/hono-env.ts'
import { formActionUrl } from '../forms/form-feature.ts'
import { type FormHandler, type FormRequestContext, handlerOf } from '../forms/form-handlers.ts'
import type { FormSubmissions } from '../forms/submissions/form-submissions.ts'
import { type Submission, parseSubmission, withErrors } from '../forms/submission.ts'
import { buildFormView } from '../forms/form-view.ts'
import { uncached } from '../http/cache-policy.ts'
import { parseJsonBody } from '../http/body/json-body.ts'
import { problem } from '../http/problem.ts'
import { readBodyText } from '../http/body/request-body.ts'
import type { AccountTable } from '../store/db/schema.ts'
import { ldJsonContentType, requestApiBase, requireAcceptable } from '../http/endpoint-helpers.ts'

type C = Context<Env>

/** The form that is submitted, or the user it has changed. */
interface JsonResource {
  '@id': Iri
  '@type': string
  [property: string]: unknown
}

interface SubmitRequest {
  resource: JsonResource
  form: FormType
  /** True to perform the form's action; otherwise only the fields that were sent are validated. */
  isFinal: boolean
}

export interface SubmitOptions {
  handlers: Record<string, FormHandler>
  formSubmissions: FormSubmissions
  /** The base URL of the API: `https://site.test/_api`. */
  base: string
  senderOf: (c: C) => FormRequestContext
  userOf: (c: C, account: AccountTable) => User
}

/**
 * Returns a function that validates a form's values, performs its action and sends the form or the changed user. What is
 * sent by a form of the site is stored for editors. Throws 401 when the form needs an account, 415 for another content
 * type, 422 when the values are missing, and 429 after too many.
 */
export const createSubmit =
  ({ handlers, base, senderOf, userOf, formSubmissions }: SubmitOptions) =>
  async (c: C, { resource, form, isFinal }: SubmitRequest) => {
    requireAcceptable(c)
    const handler = handlerOf(handlers, form)
    const sender = senderOf(c)
    if (handler?.requiresAccount && !sender.account) throw problem(401)
    const submission = await validateSubmission(c, form, handler, sender, isFinal)
    const respond = (status: 200 | 201 | 422) => {
      const formView = buildFormView(
        form,
        formActionUrl(form, resource['@id'], requestApiBase(c) ?? base),
        submission,
      )
      return sendForm(c, { ...resource, formView }, status)
    }
    if (submission.errors.size) return respond(422)
    const status = c.req.method === 'POST' ? 201 : 200
    if (!isFinal) return respond(status)
    if (!handler) {
      await sender.limitSubmissions()
      await formSubmissions.add({ iri: resource['@id'], form }, submission.values)
      return respond(status)
    }
    const account = await handler.submit(submission.values, sender)
    return account ? sendForm(c, userOf(c, account), status) : respond(status)
  }

const validateSubmission = async (
  c: C,
  form: FormType,
  handler: FormHandler | undefined,
  sender: FormRequestContext,
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

/** Sends a form or a user. The response is made for one client, so no cache may store it. */
export const sendForm = (c: C, resource: JsonResource, status: 200 | 201 | 422) =>
  c.body(JSON.stringify({ '@context': `/contexts/${resource['@type']}`, ...resource }), status, {
    'Content-Type': ldJsonContentType,
    ...uncached,
  })
