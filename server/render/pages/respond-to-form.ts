/**
 * Responds to forms that browsers send without scripts: hands them to the content API, and leads to the next page or
 * renders the same one again with what was wrong.
 */
import type { Context, Next } from 'hono'
import { filledView, rejectedView, withoutPasswords } from '#content/forms/filled-view.ts'
import { type FormView, formEndpoint } from '#content/forms/form.ts'
import { formIriField, isFormView } from '#content/forms/form-parts.ts'
import { twoFactorTokenIn } from '#content/account/two-factor.ts'
import type { SignInAttempt } from '#content/model/sign-in-attempt.ts'
import type { Iri } from '#content/model/iri.ts'
import { toAsciiUrl } from '#content/links/address-input.ts'
import { hrefOf, returnLocation, signInPath, signOutPath } from '#content/navigation/location.ts'
import { submittedParameter } from '#content/page/fetching/page-query.ts'
import type { PageContent } from '#src/entry-server.tsx'
import { hasFormBody, nestedValues, readFormBody } from '../../http/body/form-body.ts'
import { uncached } from '../../http/cache-policy.ts'
import { HttpProblem } from '../../http/problem.ts'
import type { SendToApi, SiteOptions } from '../site-options.ts'
import { locationIn } from './rendered-response.ts'
import { failureOf, formViewIn, passCookies, shorten, tooLong } from './form-response.ts'
import { renderAgain } from './render-again.ts'
import { accountFormAt, submitAccountForm } from './respond-to-account-form.ts'

/** The failure of forms with a remote API, to which only the browser can send its cookies. */
const needsScripts = {
  status: 501,
  message: 'This form needs JavaScript, which is switched off in your browser.',
}

/** The message on a page that does not show the form. Going back, the browser still has what was typed. */
const goBack = `${tooLong} Go back in your browser, shorten it and send it again.`

/**
 * Responds to a `POST` of the sign-in form, the sign-out form, a form about an account or one of the content, by the
 * path. Any other body is refused, because the pages of the site accept only GET and HEAD.
 */
export const respondToForm = async (c: Context, next: Next, options: SiteOptions) => {
  if (!hasFormBody(c)) return next()
  const { sendToApi } = options
  if (!sendToApi) return renderAgain(c, options, () => ({ failure: needsScripts }), needsScripts)
  return respondByPath(c, options, sendToApi).catch((thrown: unknown) => {
    if (thrown instanceof HttpProblem) return renderUnread(c, options, thrown)
    throw thrown
  })
}

const respondByPath = (c: Context, options: SiteOptions, sendToApi: SendToApi) => {
  const { path } = locationIn(c)
  if (path === signInPath) return signIn(c, options, sendToApi)
  if (path === signOutPath) return signOut(c, options, sendToApi)
  const accountForm = accountFormAt(path)
  if (accountForm) return submitAccountForm(c, options, sendToApi, accountForm)
  return submitForm(c, options, sendToApi)
}

/** Says what to do about a body that is too large or invalid. Nothing is known of it, not even its form. */
const renderUnread = (c: Context, options: SiteOptions, { status, toResponse }: HttpProblem) => {
  const isSignIn = locationIn(c).path === signInPath
  const message = isSignIn ? shorten : goBack
  const failure = status === 413 ? { status, message } : notAForm
  const content = isSignIn ? { signInAttempt: { username: '', failure } } : { failure }
  const headers = new Headers(toResponse().headers)
  return renderAgain(c, options, () => content, { status, headers })
}

const signIn = async (c: Context, options: SiteOptions, sendToApi: SendToApi) => {
  const fields = await readFormBody(c)
  const valueOf = (name: string) => fields.get(name) ?? ''
  const username = valueOf('username')
  const sent = fields.has('code')
    ? { twoFactorToken: valueOf('twoFactorToken'), code: valueOf('code') }
    : { username, password: valueOf('password') }
  const response = await sendToApi(c, '/login', sent)
  if (response.ok) return seeOther(c, hrefOf(returnLocation(locationIn(c))), response)
  const signInAttempt = { username, ...(await refusalOf(response, sent.twoFactorToken)) }
  return renderAgain(c, options, () => ({ signInAttempt }), response)
}

/** Returns why a sign-in was refused, and the token for the code if that is what is asked for next. */
const refusalOf = async (
  response: Response,
  sentToken: string | undefined,
): Promise<Omit<SignInAttempt, 'username'>> => {
  const issuedToken = twoFactorTokenIn(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
  if (issuedToken !== null) return { failure: null, twoFactorToken: issuedToken }
  const failure = await failureOf(response)
  const isKept = sentToken !== undefined && response.status !== 401
  return { failure, ...(isKept && { twoFactorToken: sentToken }) }
}

const signOut = async (c: Context, options: SiteOptions, sendToApi: SendToApi) => {
  const response = await sendToApi(c, '/logout', {})
  if (response.ok) return seeOther(c, '/', response)
  const failure = await failureOf(response)
  return renderAgain(c, options, () => ({ failure }), response)
}

/** Submits the form that the hidden field names. Its errors are shown in it when the page is rendered again. */
const submitForm = async (c: Context, options: SiteOptions, sendToApi: SendToApi) => {
  const fields = await readFormBody(c)
  const iri = fields.get(formIriField) ?? ''
  if (!isFormIri(iri)) return renderAgain(c, options, () => ({ failure: notAForm }), notAForm)
  fields.delete(formIriField)
  const response = await sendToApi(c, `${iri}/submit`, nestedValues(fields))
  if (response.ok) return seeOther(c, sentHref(c, iri), response)
  const invalid = response.status === 422 ? await formViewIn(response.clone()) : null
  if (invalid)
    return renderAgain(
      c,
      options,
      withFormView(iri, () => invalid),
      response,
    )
  const { message } = await failureOf(response)
  const rejected = (view: FormView) =>
    rejectedView(withoutPasswords(filledView(view, fields)), message)
  return renderAgain(c, options, withFormView(iri, rejected), response)
}

/** Returns the page's own address, which now says which form was sent. Slashes at its start would name another host. */
const sentHref = (c: Context, iri: Iri) => {
  const { path, search } = locationIn(c)
  const query = new URLSearchParams(search)
  query.set(submittedParameter, iri)
  return `${path.replace(/^\/{2,}/, '/')}?${query}`
}

const formPrefix = `${formEndpoint}/`
const isFormIri = (iri: string) =>
  iri.startsWith(formPrefix) && !/[/?#]/.test(iri.slice(formPrefix.length))

const notAForm = { status: 400, message: 'This form could not be sent. Please reload the page.' }

/** Returns the content with another view of one form. */
const withFormView =
  (iri: Iri, change: (view: FormView) => FormView) =>
  (content: PageContent): PageContent => ({
    ...content,
    entries: (content.entries ?? []).map((entry) => {
      const { formView } = entry.resource as { formView?: unknown }
      return entry.resource['@id'] === iri && isFormView(formView)
        ? { ...entry, resource: { ...entry.resource, formView: change(formView) } }
        : entry
    }),
  })

/** Sends the browser to a page that it can reload; the cookies of the API's response are sent along. */
const seeOther = (c: Context, href: string, response: Response) => {
  passCookies(c, response)
  return c.body(null, 303, { ...uncached, Location: toAsciiUrl(href) })
}
