import { expect, expectTypeOf, test } from 'vitest'
import {
  type Iri,
  collectionIri,
  iriTypeOf,
  isIriOf,
  routeIri,
  routePath,
} from '#content/model/iri.ts'
import {
  type ComponentPosition,
  type Page,
  type ReadResource,
  type Resource,
  createReader,
  isResourceOf,
} from '#content/model/resource.ts'

test('an IRI names a resource of the type that its prefix determines', () => {
  expect(iriTypeOf('/_/component_positions/1')).toBe('COMPONENT_POSITION')
  expect(iriTypeOf('/component/titles/1')).toBe('COMPONENT')
  expect(iriTypeOf('/_/users/1')).toBeNull()
  expect(routePath(routeIri('/about'))).toBe('/about')
  expect(collectionIri(routeIri('/about'))).toBe('/_/routes')
})

test('values from JSON or the DOM are narrowed to IRIs of one type', () => {
  const value: unknown = '/_/pages/1'
  expect(isIriOf('PAGE', value)).toBe(true)
  expect(isIriOf('LAYOUT', value)).toBe(false)
  expect(isIriOf('PAGE', undefined)).toBe(false)
  expect(isIriOf('PAGE', ['/_/pages/1'])).toBe(false)
  if (isIriOf('PAGE', value)) expectTypeOf(value).toEqualTypeOf<Iri<'PAGE'>>()
})

test('a resource is read as the type that its IRI names', () => {
  const page: Page = {
    '@id': '/_/pages/1',
    '@type': 'Page',
    _metadata: {},
    reference: 'home',
    isTemplate: false,
    uiComponent: 'Primary',
    componentGroups: [],
  }
  const read = createReader((iri) => (iri === page['@id'] ? page : undefined))
  expect(read(page['@id'])?.reference).toBe('home')
  expect(read('/_/pages/2')).toBeUndefined()
  const resource: Resource = page
  expect(isResourceOf('PAGE', resource)).toBe(true)
  expect(isResourceOf('ROUTE', resource)).toBe(false)
})

test('the type of an IRI determines that of the resource, and the wrong one is refused', () => {
  const types = (read: ReadResource, any: Iri, either: Iri<'PAGE' | 'COMPONENT_POSITION'>) => {
    expectTypeOf(read('/_/component_positions/1')).toEqualTypeOf<ComponentPosition | undefined>()
    expectTypeOf(read(any)).toEqualTypeOf<Resource | undefined>()
    expectTypeOf(read(either)).toEqualTypeOf<Page | ComponentPosition | undefined>()
  }
  expectTypeOf(types).toBeFunction()
  expectTypeOf<'/_/layouts/1'>().not.toExtend<Iri<'PAGE'>>()
  expectTypeOf<Page['layout']>().toEqualTypeOf<Iri<'LAYOUT'> | undefined>()
  expectTypeOf<Page['@id']>().toEqualTypeOf<Iri<'PAGE'>>()
})
