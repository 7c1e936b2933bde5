/** Reads what the API has responded to a form that was sent without scripts. */
import type { Context } from 'hono'
import { isFormView } from '#content/forms/form-parts.ts'
import { publicFailure } from '#content/model/failure.ts'

export const tooLong = 'What you have entered is too long to be sent.'
export const shorten = `${tooLong} Please shorten it.`

/** Returns the failure that the API has responded with, in its own words. */
export const failureOf = async (response: Response) => {
  const body = (await response.json().catch(() => null)) as Problem | null
  return publicFailure({
    status: response.status,
    message:
      response.status === 413
        ? shorten
        : (body?.detail ?? body?.message ?? 'This could not be sent. Please try again.'),
  })
}

interface Problem {
  detail?: string
  message?: string
}

/** Sends the cookies of the API's response to the browser, too. */
export const passCookies = (c: Context, response: Response) => {
  for (const cookie of response.headers.getSetCookie())
    c.header('Set-Cookie', cookie, { append: true })
}

/** Returns the view of the form, with its errors, that the API has responded with; null for another response. */
export const formViewIn = async (response: Response) => {
  const { formView } = (await response.json()) as { formView?: unknown }
  return isFormView(formView) ? formView : null
}
