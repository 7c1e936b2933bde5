/** Defines the type of the media library's resources. They have a table of their own, and are for editors only. */
import {
  array,
  boolean,
  check,
  integer,
  maxLength,
  minLength,
  minValue,
  number,
  object,
  optional,
  pipe,
  record,
  regex,
  string,
  toLowerCase,
  transform,
  trim,
} from 'valibot'
import { mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { shortText, valueProperty } from '../../store/types/property.ts'
import { mediaObjectType } from '../../store/types/media-object-data.ts'
import type { TypeDefinition } from '../../store/types/type-definition.ts'

const [maxTags, maxLanguages] = [50, 100]

const name = pipe(
  string('This should be text.'),
  maxLength(255, 'Use at most 255 characters.'),
  trim(),
)

const tag = pipe(
  string('This should be text.'),
  maxLength(60, 'Use at most 60 characters for each tag.'),
  trim(),
  toLowerCase(),
  transform((text) => text.normalize('NFC')),
  minLength(1, 'Enter a tag.'),
)

const tags = pipe(
  array(tag, 'This should be a list.'),
  maxLength(maxTags, `Use at most ${maxTags} tags.`),
  transform((list) => [...new Set(list)].toSorted()),
)

/** A language tag: https://www.rfc-editor.org/rfc/rfc5646#section-2.1 */
const language = pipe(
  string(),
  maxLength(35, 'This is not a language.'),
  regex(/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i, 'This is not a language.'),
)

const alternativeTexts = pipe(
  record(language, shortText, 'This should be texts by language.'),
  check(
    (texts) => Object.keys(texts).length <= maxLanguages,
    `Use at most ${maxLanguages} languages.`,
  ),
)

const count = pipe(number(), integer(), minValue(0))

const use = object({
  '@id': string(),
  '@type': string(),
  property: string(),
  isPublished: boolean(),
  pages: array(object({ '@id': string(), title: string(), path: optional(string()) })),
  hasMorePages: boolean(),
})

export const mediaObjectDefinition: TypeDefinition = {
  type: mediaObjectType,
  category: null,
  endpoint: mediaObjectsEndpoint,
  properties: {
    file: { type: 'file' },
    name: valueProperty(name, { required: 'Enter a name.' }),
    tags: valueProperty(tags),
    alternativeTexts: valueProperty(alternativeTexts),
    useCount: { type: 'computed', schema: count },
    usedBy: { type: 'computed', schema: array(use) },
  },
  unique: [],
  emitsEvents: false,
  isPublishable: false,
  sortableBy: ['createdAt', 'name', 'fileSize'],
  searchableBy: ['search'],
}
