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
import { defineKind } from '#content/model/kind.ts'

export const kind = defineKind({
  type: 'Collection',
  label: 'Collection',
  description: 'A list of what the site has, a page at a time',
  endpoint: '/component/collections',
  publishable: false,
  hasLiveUpdates: false,
  instantAdd: false,
  fields: {
    resourceIri: {
      label: 'What it lists',
      schema: pipe(string('This should be text.'), maxLength(255, 'Use at most 255 characters.')),
      format: 'text',
      required: 'Choose what to list.',
    },
    perPage: {
      label: 'How many at a time',
      schema: pipe(
        number('This should be a number.'),
        integer('This should be a whole number.'),
        minValue(1, 'Show at least one.'),
        maxValue(100, 'Show at most 100.'),
      ),
    },
    defaultQueryParameters: {
      label: 'How it is searched and ordered',
      schema: pipe(
        looseObject({}, 'This should be an object.'),
        check((said) => JSON.stringify(said).length <= 10_000, 'This is too much.'),
      ),
    },
  },
})
