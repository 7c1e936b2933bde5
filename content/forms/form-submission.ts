/** The submissions of forms, as editors read them. */
import type { Iri } from '../model/iri.ts'
import type { Resource } from '../model/resource.ts'

/** The endpoint of the list; each submission is at `/_/form_submissions/{id}`. */
export const formSubmissionsEndpoint: Iri = '/_/form_submissions'

/** A text that was entered into one field of a form, or the labels of the choices that were made. */
export interface SubmittedEntry {
  /** The full name of the field: `contact[children][0][name]`. */
  name: string
  /** The label that the field had: `Children 1, Name`. */
  label: string
  value: string
}

export interface FormSubmission extends Resource {
  '@id': Iri
  '@type': 'FormSubmission'
  /** The component that was submitted, which may be deleted by now. */
  form: Iri
  formType: string
  /** True for one that an editor has sent to see that it arrives. */
  isTest: boolean
  entries: readonly SubmittedEntry[]
  createdAt: string
}

/** Returns the email addresses in a text, which are separated by commas or semicolons. */
export const recipientsIn = (text: string) => [
  ...new Set(
    text
      .split(/[,;]/)
      .map((address) => address.trim())
      .filter(Boolean),
  ),
]

/** One page of the list. */
export interface SubmissionList {
  submissions: readonly FormSubmission[]
  /** The number of all that match. */
  total: number
  /** The number of pages. */
  pages: number
}

/** The number of submissions on a page of the list. */
export const submissionsPerPage = 20

/** Returns one page of the list as the screen shows it. */
export const submissionListOf = (listed: {
  members: readonly Resource[]
  total: number
}): SubmissionList => ({
  submissions: listed.members.filter(isSubmission),
  total: listed.total,
  pages: Math.ceil(listed.total / submissionsPerPage),
})

const isSubmission = (resource: Resource): resource is FormSubmission =>
  resource['@type'] === 'FormSubmission'

/** Returns the parameters by which submissions are read: those of the screen's query string that the API knows. */
export const submissionQuery = (search: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new URLSearchParams(search)].filter(
      ([name, value]) => ['form', 'search', 'page'].includes(name) && value,
    ),
  )
