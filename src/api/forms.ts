/** Forms that somebody fills in: checked as they go, and sent. */
import { Failure } from '#content/model/failure.ts'
import type { FormView } from '#content/forms/form.ts'
import { isFormView } from '#content/forms/form-values.ts'
import type { Iri } from '#content/model/iri.ts'
import { type Resource, isResource } from '#content/model/resource.ts'
import type { Client } from './client.ts'

/** How the API answers: with the form, and what is wrong with it; with something else where a form has done its work. */
export interface FormResponse {
  accepted: boolean
  view: FormView | null
}

const formViewOf = (form: Resource | undefined) => {
  const view = form?.['formView']
  return isFormView(view) ? view : null
}

export const createForms = (client: Client) => {
  const send = async (
    method: 'PATCH' | 'POST',
    iri: Iri,
    body: unknown,
    signal: AbortSignal,
  ): Promise<FormResponse> => {
    try {
      const answer = await client.send(method, `${iri}/submit`, body, { signal })
      return { accepted: true, view: isResource(answer.body) ? formViewOf(answer.body) : null }
    } catch (error) {
      const failure = Failure.from(error)
      const view = formViewOf(failure.current)
      // Refused, with the form that says why.
      if (failure.status === 422 && view) return { accepted: false, view }
      throw failure
    }
  }

  return {
    /** Only what was filled in is looked at, and nothing comes of it. */
    check: (iri: Iri, body: unknown, signal: AbortSignal) => send('PATCH', iri, body, signal),
    submit: (iri: Iri, body: unknown, signal: AbortSignal) => send('POST', iri, body, signal),
  }
}
