/** The fields of pages themselves. The API has the same limit for them in `server/store/types/core-types.ts`. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Fields } from '../model/field.ts'

/** The maximum number of characters of a text of a page. The API refuses longer ones. */
export const maxPageText = 2000

const schema: StandardSchemaV1<unknown, string> = {
  '~standard': {
    version: 1,
    vendor: 'troupe',
    validate: (value) =>
      typeof value === 'string' && value.length <= maxPageText
        ? { value }
        : { issues: [{ message: `Use at most ${maxPageText} characters.` }] },
  },
}

/** The fields that every page has, and the data of one. */
export const pageFields = {
  title: { label: 'Page title', format: 'text', schema },
  metaDescription: { label: 'Description for search engines', format: 'longText', schema },
} as const satisfies Fields
