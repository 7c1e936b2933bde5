/** The form of page data, whose fields come from the metadata of the API, with the requests that save its components. */
import { expect, test } from 'vitest'
import { writablePropertiesOf } from '#content/admin/api-class.ts'
import { ownFields, partFields } from '#content/admin/data-fields.ts'
import { isPlainHtml, paragraphsOf, textOfParagraphs } from '#content/admin/html-paragraphs.ts'
import {
  type ItemDraft,
  type ItemForm,
  bodyOf,
  errorsIn,
  labeledViolations,
  savedValue,
} from '#content/admin/item-form.ts'
import { partRequests } from '#content/admin/item-parts.ts'
import { mostUsedFirst } from '#content/admin/most-used.ts'
import type { ItemVersion } from '#content/admin/item-version.ts'
import type { Resource } from '#content/model/resource.ts'
import { kind as imageKind } from '#site/components/Image/kind.ts'
import { kind as textKind } from '#site/components/HtmlContent/kind.ts'

const property = (title: string, range: string | undefined, more: object = {}) => ({
  '@type': 'SupportedProperty',
  title,
  property: { label: title, ...(range && { range }) },
  writeable: true,
  ...more,
})
/** The documentation of an API that has nothing of this site's kinds. */
const docs = {
  supportedClass: [
    { '@id': '#Other', title: 'Other', supportedProperty: [property('secret', 'xmls:string')] },
    {
      '@id': '#EventData',
      title: 'EventData',
      supportedProperty: [
        property('title', 'xmls:string'),
        property('venue', 'xmls:string', { required: true, description: 'With its town.' }),
        property('seats', 'http://www.w3.org/2001/XMLSchema#integer'),
        property('isFree', 'xmls:boolean'),
        property('startsAt', 'xmls:dateTime'),
        property('day', 'xmls:date'),
        property('slug', 'xmls:string', { writeable: false }),
        property('image', '#Image'),
        property('untyped', undefined),
      ],
    },
  ],
}

test('has a field for each plain property that the API describes, also of a type that the site does not know', () => {
  const fields = ownFields(writablePropertiesOf(docs, 'EventData'))
  expect(fields.map(({ name, label, format }) => [name, label, format])).toEqual([
    ['venue', 'Venue', 'longText'],
    ['seats', 'Seats', 'number'],
    ['isFree', 'Is free', 'toggle'],
    ['startsAt', 'Starts at', 'dateTime'],
    ['day', 'Day', 'date'],
  ])
  expect(fields[0]).toMatchObject({ required: 'Enter a value.', hint: 'With its town.' })
  expect(ownFields(writablePropertiesOf(docs, 'Missing'))).toEqual([])
  expect(ownFields(writablePropertiesOf('no documentation', 'EventData'))).toEqual([])
})

test('has the labels and choices of the site where it knows the type', () => {
  const schema = imageKind.fields.alt.schema
  const known = {
    venue: {
      label: 'Place',
      format: 'choice',
      choices: [{ value: 'barn', label: 'The barn' }],
      schema,
    },
  } as const
  expect(ownFields(writablePropertiesOf(docs, 'EventData'), known)[0]).toMatchObject({
    label: 'Place',
    format: 'choice',
    options: [
      { value: '', label: 'None' },
      { value: 'barn', label: 'The barn' },
    ],
  })
})

const parts = {
  htmlContent: { endpoint: '/component/html_contents', isPublishable: true },
  image: { endpoint: '/component/images', isPublishable: true },
}
const fields = [
  ...ownFields(writablePropertiesOf(docs, 'EventData')),
  ...partFields(
    [
      { part: 'htmlContent', fields: textKind.fields },
      { part: 'image', fields: imageKind.fields },
    ],
    true,
  ),
]
const resource = (iri: string, properties: object, metadata: object = {}): Resource => ({
  '@id': iri,
  '@type': 'Any',
  ...properties,
  _metadata: { persisted: true, ...metadata },
})
const textVersion = (html: string, published: boolean, publishedAt?: string): ItemVersion => ({
  resource: resource(
    '/component/html_contents/1',
    { html, ...(publishedAt && { publishedAt }) },
    { publishable: { published } },
  ),
  etag: '"t"',
})
const added: ItemForm = { fields, parts, version: null }
const stored = (htmlContent?: ItemVersion): ItemForm => ({
  fields,
  parts,
  version: {
    resource: resource('/page_data/event_datas/1', { seats: 40, startsAt: '2030-05-01T18:00:00Z' }),
    etag: '"1"',
    ...(htmlContent && { parts: { htmlContent } }),
  },
})
const now = '2026-11-28T12:00:00.000Z'
const valueOf = (form: ItemForm, name: string) =>
  savedValue(
    form,
    form.fields.find((field) => field.name === name)!,
  )

test('enters numbers, dates and pictures, and refuses what is none', () => {
  expect(valueOf(stored(), 'seats')).toBe('40')
  expect(new Date(String(valueOf(stored(), 'startsAt'))).toISOString()).toBe(
    '2030-05-01T18:00:00.000Z',
  )
  expect(errorsIn(stored(), { venue: 'Barn', seats: 'many', startsAt: 'soon' })).toEqual({
    seats: 'Enter a number.',
    startsAt: 'Enter a date.',
  })
  const local = '2031-01-02T10:30'
  expect(bodyOf(stored(), { venue: 'Barn', seats: ' 60 ', startsAt: local, day: '' })).toEqual({
    venue: 'Barn',
    seats: 60,
    startsAt: new Date(local).toISOString(),
  })
  expect(bodyOf(stored(), { seats: '' })).toEqual({ seats: null })
})

test('adds the components that are filled in, as drafts unless they are published', () => {
  const draft: ItemDraft = { 'htmlContent.html': 'One\n\nTwo & three' }
  const body = { html: '<p>One</p><p>Two &amp; three</p>' }
  const request = { part: 'htmlContent', endpoint: '/component/html_contents', iri: null }
  const about = { ...request, etag: undefined, isLive: false }
  expect(partRequests(added, draft, now)).toEqual([
    { ...about, body: { ...body, publishedAt: null } },
  ])
  expect(partRequests(added, { ...draft, publication: 'published' }, now)).toEqual([
    { ...about, body: { ...body, publishedAt: now } },
  ])
  expect(partRequests(added, { publication: 'published' }, now)).toEqual([])
  expect(bodyOf(added, { ...draft, publication: 'published' })).toEqual({ isFree: false })
})

test('publishes drafts, plans their publication, and makes drafts of them again', () => {
  const draft = stored(textVersion('<p>Draft</p>', false))
  expect(valueOf(draft, 'publication')).toBe('draft')
  expect(partRequests(draft, {}, now)).toEqual([])
  const [published] = partRequests(draft, { publication: 'published' }, now)
  expect(published).toMatchObject({ body: { publishedAt: now }, etag: '"t"', isLive: false })
  const time = '2030-01-01T09:00'
  const planned = { publication: 'scheduled', publicationTime: time }
  const publishedAt = new Date(time).toISOString()
  expect(partRequests(draft, planned, now)[0]?.body).toEqual({ publishedAt })
  expect(errorsIn(draft, { venue: 'Barn', publication: 'scheduled' })).toEqual({
    publicationTime: 'Enter the time of publication.',
  })
  const scheduled = stored(textVersion('<p>Draft</p>', false, publishedAt))
  expect(valueOf(scheduled, 'publication')).toBe('scheduled')
  expect(partRequests(scheduled, { 'htmlContent.html': 'Later' }, now)[0]?.body).toEqual({
    html: '<p>Later</p>',
  })
  expect(partRequests(scheduled, { publication: 'draft' }, now)[0]?.body).toEqual({
    publishedAt: null,
  })
})

test('changes what is public at once, or beside it as a draft', () => {
  const live = stored(textVersion('<p>Live</p>', true))
  expect(valueOf(live, 'publication')).toBe('published')
  const draft = { 'htmlContent.html': 'New' }
  expect(partRequests(live, draft, now)[0]).toMatchObject({
    iri: '/component/html_contents/1',
    body: { html: '<p>New</p>' },
    isLive: true,
  })
  expect(partRequests(live, { ...draft, publication: 'draft' }, now)[0]).toMatchObject({
    body: { html: '<p>New</p>' },
    isLive: false,
  })
  expect(partRequests(live, { publication: 'draft' }, now)).toEqual([])
})

test('enters only plain paragraphs as text, and keeps every character of them', () => {
  const text = 'A <b> & “c”\nnext line\n\nsecond'
  expect(textOfParagraphs(paragraphsOf(text))).toBe(text)
  expect(paragraphsOf(' \n\n ')).toBe('')
  expect(isPlainHtml(paragraphsOf(text))).toBe(true)
  expect(isPlainHtml('')).toBe(true)
  for (const html of ['<h2>A</h2>', '<p>A <a href="/">b</a></p>', 'A', '<p>A</p>b'])
    expect(isPlainHtml(html), html).toBe(false)
  const formatted = stored(textVersion('<h2>A</h2>', true))
  expect(partRequests(formatted, {}, now)).toEqual([])
})

test('names refused values as the form does', () => {
  expect(
    labeledViolations(fields, [
      { propertyPath: 'htmlContent.html', message: 'Write something.' },
      { propertyPath: 'elsewhere', message: 'No.' },
    ]).map(({ propertyPath }) => propertyPath),
  ).toEqual(['Body text', 'elsewhere'])
})

test('begins with what most have', () => {
  const options = [{ value: 'a' }, { value: 'b' }, { value: 'c' }]
  const used = ['b', 'c', 'b'].map((uiComponent) => resource('/_/pages/1', { uiComponent }))
  expect(mostUsedFirst(options, used, 'uiComponent').map(({ value }) => value)).toEqual([
    'b',
    'c',
    'a',
  ])
  expect(mostUsedFirst(options, [], 'uiComponent')).toEqual(options)
})
