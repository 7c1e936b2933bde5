import type { ReactNode } from 'react'
import { number, pipe, string, picklist } from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Iri } from '#content/model/iri.ts'
import { type FieldFormat, type Html, htmlFieldsOf } from '#content/model/field.ts'
import {
  type InferKind,
  type InferPageData,
  defineKind,
  definePageData,
  isPageDataOf,
} from '#content/model/kind.ts'
import type { PageData } from '#content/model/resource.ts'
import type { EditProps } from '#src/editor/site-kinds.ts'
import type { ComponentViewProps } from '#src/views/registry/registry.ts'
import type { HtmlView, RenderHtmlEditor } from '#src/views/page/HtmlView.tsx'

const base = {
  type: 'Recipe',
  label: 'Recipe',
  description: 'How to cook something',
  endpoint: '/component/recipes',
  publishable: true,
  instantAdd: false,
} as const

const kind = defineKind({
  ...base,
  fields: {
    name: { label: 'Name', format: 'text', schema: pipe(string()), inline: true },
    method: { label: 'Method', format: 'html', schema: string(), inline: true },
    notes: { label: 'Notes', format: 'html', schema: string() },
    servings: { label: 'Servings', format: 'number', schema: number() },
    page: { label: 'Page', format: 'iri', to: 'ROUTE' },
    source: { label: 'Source', format: 'iri' },
    course: {
      label: 'Course',
      format: 'choice',
      schema: picklist(['starter', 'main']),
      choices: [{ value: 'main', label: 'Main' }],
    },
  },
  uiVariants: [{ name: 'RecipeCard', label: 'Card' }],
  derived: { summary: { schema: string(), compute: ({ name }) => String(name) } },
})
type Recipe = InferKind<typeof kind>

/** Compiled only: `tsc` fails when one of the marked lines is accepted. */
const changes = ({ change }: EditProps<typeof kind>) => {
  change('name', 'Soup')
  change('name', null)
  change('servings', 4)
  change('course', 'main')
  change('page', '/_/routes//soup')
  // @ts-expect-error A number is not text.
  change('name', 4)
  // @ts-expect-error Not one of the choices.
  change('course', 'pudding')
  // @ts-expect-error Not the IRI of a route.
  change('page', '/_/pages/soup')
  // @ts-expect-error Plain text is not sanitized HTML.
  change('method', '<p>Stir.</p>')
  // @ts-expect-error The kind has no such field.
  change('title', 'Soup')
  // @ts-expect-error A derived property is not a field.
  change('summary', 'Soup')
}

const name = { label: 'Name', format: 'text', schema: string() } as const
const fields = { name, page: { label: 'Page', format: 'iri', to: 'ROUTE' } } as const

const invalidFields = () => {
  defineKind({ ...base, fields })
  // @ts-expect-error A number field needs a schema of numbers.
  defineKind({ ...base, fields: { size: { label: 'Size', format: 'number', schema: string() } } })
  // @ts-expect-error A choice needs choices.
  defineKind({ ...base, fields: { size: { label: 'Size', format: 'choice', schema: string() } } })
  // @ts-expect-error There is no such format.
  defineKind({ ...base, fields: { size: { label: 'Size', format: 'shoe', schema: string() } } })
  // @ts-expect-error Only text and HTML are typed on the page.
  defineKind({ ...base, fields: { page: { label: 'Page', format: 'iri', inline: true } } })
  // @ts-expect-error Misspelled: `required`.
  defineKind({ ...base, fields: { name: { ...name, requiredd: 'Enter a name.' } } })
  // @ts-expect-error Misspelled: `inline`.
  defineKind({ ...base, fields: { page: fields.page, name: { ...name, inlne: true } } })
  // @ts-expect-error Only a relation refers to a type.
  defineKind({ ...base, fields: { name: { ...name, to: 'ROUTE' } } })
}

const invalidRules = () => {
  // @ts-expect-error Nobody reads this property.
  defineKind({ ...base, fields, color: 'red' })
  // @ts-expect-error There is no such field to read before publishing.
  defineKind({ ...base, fields, checkToPublish: ({ nam }) => (nam ? [] : []) })
  const message = 'Enter a name.'
  const schema = string()
  // @ts-expect-error OpenAPI would not describe it.
  defineKind({ ...base, fields, derived: { half: { compute: () => 2 } } })
  // @ts-expect-error There is no such field to be marked.
  defineKind({ ...base, fields, checkToPublish: () => [{ propertyPath: 'nam', message }] })
  // @ts-expect-error There is no such field to derive a property from.
  defineKind({ ...base, fields, derived: { url: { schema, compute: ({ pag }) => pag } } })
  defineKind({
    ...base,
    fields,
    // @ts-expect-error A name is not a number.
    derived: { half: { schema, compute: ({ name: given }) => (given ?? 2) / 2 } },
  })
  defineKind({
    ...base,
    fields,
    checkToPublish: ({ name: given }) => (given ? [] : [{ propertyPath: 'name', message }]),
    derived: { half: { schema, compute: ({ name: given, page }) => given?.slice(page?.length) } },
  })
}

const invalidPageData = () => {
  const data = { type: 'AData', label: 'A', endpoint: '/page_data/as', components: {} } as const
  definePageData({ ...data, fields: { name } })
  // @ts-expect-error Misspelled: `format`.
  definePageData({ ...data, fields: { name: { ...name, fomat: 1 } } })
  // @ts-expect-error Nobody reads this property.
  definePageData({ ...data, fields: {}, color: 'red' })
}

const wrongNames = (
  { resource }: ComponentViewProps<typeof kind>,
  edited: EditProps<typeof kind>['resource'],
  article: InferPageData<typeof articles>,
  page: PageData,
) => [
  resource.servings,
  resource.publishedAt,
  article.metaDescription,
  // @ts-expect-error The kind has no such field for its view.
  resource.srvings,
  // @ts-expect-error Nor in an expression that accepts any type.
  String(resource.srvings),
  // @ts-expect-error Nor for its editor.
  edited.srvings,
  // @ts-expect-error Nor has page data.
  article.metaDescripton,
  isPageDataOf<typeof articles>('ArticleData', page) && page.intro,
  // @ts-expect-error Nor after its type is known.
  isPageDataOf<typeof articles>('ArticleData', page) && page.intrro,
]

const articles = definePageData({
  type: 'ArticleData',
  label: 'Articles',
  endpoint: '/page_data/articles',
  fields: {},
  components: { intro: 'HtmlContent' },
})

// @ts-expect-error Each place that treats formats has a case for every one of them.
export const incomplete: Record<FieldFormat, true> = { text: true, html: true }

describe('the data of a kind', () => {
  test('is typed by its fields', () => {
    expect([changes, invalidFields, invalidRules, invalidPageData, wrongNames]).toHaveLength(5)
    expectTypeOf<Recipe['name']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Recipe['method']>().toEqualTypeOf<Html | null | undefined>()
    expectTypeOf<Recipe['servings']>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<Recipe['page']>().toEqualTypeOf<Iri<'ROUTE'> | null | undefined>()
    expectTypeOf<Recipe['source']>().toEqualTypeOf<Iri | null | undefined>()
    expectTypeOf<Recipe['course']>().toEqualTypeOf<'starter' | 'main' | null | undefined>()
    expectTypeOf<Recipe['summary']>().toEqualTypeOf<string | null | undefined>()
  })

  test('has the editors of inline fields for values in views', () => {
    type Shown = ComponentViewProps<typeof kind>['resource']
    expectTypeOf<Shown['name']>().toEqualTypeOf<ReactNode>()
    expectTypeOf<Shown['method']>().toEqualTypeOf<Html | RenderHtmlEditor | null | undefined>()
    expectTypeOf<Shown['notes']>().toEqualTypeOf<Html | null | undefined>()
    expectTypeOf<Shown['servings']>().toEqualTypeOf<number | null | undefined>()
  })

  test('of page data has its components, too', () => {
    expectTypeOf<InferPageData<typeof articles>['intro']>().toEqualTypeOf<
      Iri<'COMPONENT'> | undefined
    >()
  })

  test('is rendered as HTML only where the field is HTML', () => {
    type Rendered = Parameters<typeof HtmlView>[0]['html']
    expectTypeOf<Recipe['method']>().toExtend<Rendered>()
    expectTypeOf<Recipe['name']>().not.toExtend<Rendered>()
  })
})

test('names the HTML fields of the kinds that have any', () => {
  const plain = { type: 'Plain', fields: { name: kind.fields.name } }
  expect(htmlFieldsOf([kind, plain])).toEqual({ Recipe: ['method', 'notes'] })
})
