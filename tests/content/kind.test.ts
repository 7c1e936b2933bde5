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
} from '#content/model/kind.ts'
import type { EditProps } from '#src/editor/site-kinds.ts'
import type { ComponentViewProps } from '#src/views/registry/registry.ts'
import type { HtmlView, RenderHtmlEditor } from '#src/views/page/HtmlView.tsx'

const kind = defineKind({
  type: 'Recipe',
  label: 'Recipe',
  description: 'How to cook something',
  endpoint: '/component/recipes',
  publishable: true,
  instantAdd: false,
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
  derived: { summary: ({ name }) => String(name) },
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

const invalidKinds = () => {
  const rest = { ...kind, fields: {} }
  // @ts-expect-error A number field needs a schema of numbers.
  defineKind({ ...rest, fields: { size: { label: 'Size', format: 'number', schema: string() } } })
  // @ts-expect-error A choice needs choices.
  defineKind({ ...rest, fields: { size: { label: 'Size', format: 'choice', schema: string() } } })
  // @ts-expect-error There is no such format.
  defineKind({ ...rest, fields: { size: { label: 'Size', format: 'shoe', schema: string() } } })
  // @ts-expect-error Only text and HTML are typed on the page.
  defineKind({ ...rest, fields: { page: { label: 'Page', format: 'iri', inline: true } } })
  // @ts-expect-error Nobody reads this property.
  defineKind({ ...rest, color: 'red' })
}

// @ts-expect-error Each place that treats formats has a case for every one of them.
export const incomplete: Record<FieldFormat, true> = { text: true, html: true }

describe('the data of a kind', () => {
  test('is typed by its fields', () => {
    expect([changes, invalidKinds]).toHaveLength(2)
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
    const data = definePageData({
      type: 'ArticleData',
      label: 'Articles',
      endpoint: '/page_data/articles',
      fields: {},
      components: { intro: 'HtmlContent' },
    })
    expectTypeOf<InferPageData<typeof data>['intro']>().toEqualTypeOf<
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
