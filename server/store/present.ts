/** A row as a resource: what the API sends, for one caller (api, section 1). */
import { routePath } from '#content/iri.ts'
import { isSiteHref } from '#content/link.ts'
import type { Resource } from '#content/resource.ts'
import type { Access } from './access.ts'
import { type Context, first, ownData } from './context.ts'
import type { Facts, Row } from './facts.ts'
import { draftOf, shown } from './lookup.ts'
import { metadataOf } from './metadata.ts'
import { fromPageData, isAllowed } from './position.ts'
import type { Property } from './property.ts'
import { redirectEnd } from './redirects.ts'
import { type Shapes, className } from './shapes.ts'
import { routesOf } from './tree.ts'
import { type View, seesDrafts, seesEditorFields, sentDate } from './view.ts'

const associated = ({ facts, row }: Context) => {
  const redirect = first(facts, row.iri, 'redirect')
  const page = first(facts, row.iri, 'page')
  const pageData = first(facts, row.iri, 'pageData')
  const data = pageData ? facts.row(pageData) : null
  return {
    ...(redirect && { redirect: routePath(redirect) }),
    ...(page && { page: facts.row(page)?.data['reference'] }),
    ...(data && { pageData: data.data['title'], pageDataType: className(data.type) }),
  }
}

const computed: Record<string, Record<string, (context: Context) => unknown>> = {
  Route: {
    page: ({ facts, row }) =>
      first(facts, row.iri, 'page') ?? first(facts, redirectEnd(facts, row.iri), 'page'),
    pageData: ({ facts, row }) =>
      first(facts, row.iri, 'pageData') ?? first(facts, redirectEnd(facts, row.iri), 'pageData'),
    redirectPath: ({ facts, row }) => {
      const end = redirectEnd(facts, row.iri)
      return end === row.iri || !isSiteHref(routePath(end)) ? null : routePath(end)
    },
    associatedResources: (context) => (seesEditorFields(context.view) ? associated(context) : null),
  },
  ComponentGroup: {
    componentPositions: ({ facts, row }) =>
      facts
        .in(row.iri, 'componentGroup')
        .map(({ from }) => from)
        .filter((position) => {
          if (!Array.isArray(row.data['allowedComponents'])) return true
          const component = first(facts, position, 'component')
          return !component || isAllowed(facts, row.iri, component)
        }),
  },
  ComponentPosition: {
    component: (context) => {
      const component = fromPageData(context) ?? first(context.facts, context.row.iri, 'component')
      return component && shown(context.facts, component, context.view)
    },
  },
}

const ofAny: Record<string, (context: Context) => unknown> = {
  routePath: ({ facts, row }) => {
    const [route] = routesOf(facts, row.iri)
    return route && routePath(route)
  },
  publishedAt: ({ row }) => row.publishedAt && sentDate(row.publishedAt),
  publishedResource: ({ facts, row }) => first(facts, row.iri, 'publishedResource'),
  draftResource: ({ facts, row, view }) => (seesDrafts(view) ? draftOf(facts, row.iri) : null),
}

const stored = (context: Context, name: string, property: Property): unknown => {
  const { facts, row, shape, view } = context
  switch (property.is) {
    case 'value':
      return property.editorsOnly && !seesEditorFields(view) ? null : row.data[name]
    case 'one':
      return first(facts, row.iri, name)
    case 'many':
      return facts.out(row.iri, name).map(({ to }) => to)
    case 'inverse': {
      const found = facts
        .in(row.iri, property.of)
        .filter(({ from }) => from.startsWith(property.from))
      return property.single ? found[0]?.from : found.map(({ from }) => from)
    }
    case 'file':
    case 'wish':
      return null
    case 'place':
      return facts.out(row.iri, property.within)[0]?.position
    case 'computed':
      return (
        shape.computed?.[name]?.(row, view.base) ??
        shape.kind?.derived?.[name]?.(ownData(facts, shape, row)) ??
        ofAny[name]?.(context)
      )
  }
}

export const createPresent =
  (shapes: Shapes, access: Access) =>
  (facts: Facts, row: Row, view: View): Resource => {
    const shape = shapes.ofType(row.type)
    if (!shape) throw new Error(`${row.iri} is of a type that no kind declares: ${row.type}`)
    const context = { access, facts, shapes, shape, row, view }
    const resource: Record<string, unknown> = { '@id': row.iri, '@type': row.type }
    const special = computed[row.type]
    for (const name in shape.properties) {
      const sent = special?.[name]
        ? special[name](context)
        : stored(context, name, shape.properties[name]!)
      if (sent !== null && sent !== undefined) resource[name] = sent
    }
    resource['createdAt'] = sentDate(row.createdAt)
    resource['modifiedAt'] = sentDate(row.modifiedAt)
    return Object.assign(resource, { _metadata: metadataOf(context) }) as Resource
  }

export type Present = ReturnType<typeof createPresent>
