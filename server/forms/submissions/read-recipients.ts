/** Reads the recipients of a form, whom only editors see. */
import { recipientsIn } from '#content/forms/form-submission.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Store } from '../../store/store.ts'

/** Reads for the server itself, which mails what a visitor has sent. */
const mailer: Viewer = { userId: 'mailer', roles: ['ROLE_ADMIN'] }

/** Returns a function that returns the email addresses which get each submission of a form. */
export const recipientsReader = (store: Pick<Store, 'get'>) => async (form: Iri) => {
  const { recipients } = (await store.get(form, mailer)).resource
  return typeof recipients === 'string' ? recipientsIn(recipients) : []
}
