import {
  check,
  integer,
  looseObject,
  maxLength,
  maxValue,
  minValue,
  number,
  pipe,
  string,
} from 'valibot'
import type { Choice } from '#content/model/field.ts'
import { type PageDataKind, defineKind } from '#content/model/kind.ts'

/** The lists that editors are offered: the pages of each kind of page data. The API accepts any list. */
const choices = Object.values(
  import.meta.glob<PageDataKind>('../../data/*/kind.ts', { eager: true, import: 'kind' }),
).map(({ endpoint, label }): Choice => ({ value: endpoint, label }))

export const kind = defineKind({
  type: 'Collection',
  label: 'Collection',
  description: 'A list of pages or other items, with pagination',
  picture: 'M7 5h9v9H7zM7 18h9v9H7zM21 7h20M21 12h13M21 20h20M21 25h13',
  endpoint: '/component/collections',
  publishable: false,
  hasLiveUpdates: false,
  instantAdd: false,
  uiVariants: [{ name: 'TitleList', label: 'Titles only' }],
  fields: {
    resourceIri: {
      label: 'What is listed',
      schema: pipe(string('This should be text.'), maxLength(255, 'Use at most 255 characters.')),
      format: 'choice',
      choices,
      required: 'Choose what to list.',
    },
    perPage: {
      label: 'Entries on a page',
      schema: pipe(
        number('This should be a number.'),
        integer('This should be a whole number.'),
        minValue(1, 'Show at least one.'),
        maxValue(100, 'Show at most 100.'),
      ),
      format: 'number',
      min: 1,
      max: 100,
    },
    defaultQueryParameters: {
      label: 'Search and order',
      schema: pipe(
        looseObject({}, 'This should be an object.'),
        check(
          (parameters) => JSON.stringify(parameters).length <= 10_000,
          'Use at most 10,000 characters.',
        ),
      ),
      format: 'query',
    },
  },
})
