/** Validates and submits the forms that visitors fill in. */
import { Failure } from '#content/model/failure.ts'
import type { FormView } from '#content/forms/form.ts'
import { isFormView } from '#content/forms/form-parts.ts'
import type { Iri } from '#content/model/iri.ts'
import { type Resource, isResource } from '#content/model/resource.ts'
import type { Client } from '../client.ts'

declare module '../content-api.ts' {
  interface ApiGroups {
    forms: ReturnType<typeof createRequests>
  }
}

/** The result of a validation or submission; `view` is null when a form's handler responds with another resource. */
export interface FormResponse {
  accepted: boolean
  view: FormView | null
}

const formViewOf = (form: Resource | undefined) => {
  const view = form?.['formView']
  return isFormView(view) ? view : null
}

/**
 * Creates the requests of forms. A 422 with a form view resolves with `accepted: false`; any other error rejects with
 * a `Failure`.
 */
export const createRequests = (client: Client) => {
  const send = async (
    method: 'PATCH' | 'POST',
    iri: Iri,
    body: unknown,
    signal: AbortSignal,
  ): Promise<FormResponse> => {
    try {
      const response = await client.send(method, `${iri}/submit`, body, { signal })
      return { accepted: true, view: isResource(response.body) ? formViewOf(response.body) : null }
    } catch (error) {
      const failure = Failure.from(error)
      const view = formViewOf(failure.resource)
      // A 422 contains the form view with its validation errors.
      if (failure.status === 422 && view) return { accepted: false, view }
      throw failure
    }
  }

  return {
    /** Validates the fields in `body` only and submits nothing. */
    check: (iri: Iri, body: unknown, signal: AbortSignal) => send('PATCH', iri, body, signal),
    /** Submits the whole form; `accepted` is false when it is invalid. Other errors are thrown as `Failure`. */
    submit: (iri: Iri, body: unknown, signal: AbortSignal) => send('POST', iri, body, signal),
  }
}
