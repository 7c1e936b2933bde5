/** A row as a resource: what the API sends, for one caller (api, section 1). */
import { type Iri, prefixes, routePath } from '#content/iri.ts'
import { isSiteHref } from '#content/link.ts'
import type { Resource } from '#content/resource.ts'
import type { Access } from './access.ts'
import { type Context, first, isKnown, knownData, knownFirst } from './context.ts'
import type { Facts, Row } from './facts.ts'
import { draftOf, shown } from './lookup.ts'
import { metadataOf } from './metadata.ts'
import { fromPageData, isAllowed } from './position.ts'
import type { Property } from './property.ts'
import { redirectEnd } from './redirects.ts'
import { type Shapes, className } from './shapes.ts'
import { routesOf } from './tree.ts'
import { type View, mayMatter, seesDrafts, seesEditorFields, sentDate } from './view.ts'

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

/** What a route leads to, by itself or at the end of its redirects. */
const shownBy = (context: Context, property: 'page' | 'pageData') => {
  const { facts, row } = context
  const own = first(facts, row.iri, property) ?? first(facts, redirectEnd(facts, row.iri), property)
  return own && isKnown(context)(own) ? own : null
}

/** Text that names the owner of a group by its IRI is the owner's IRI to whoever reads it. */
const withoutHidden = (context: Context, name: 'reference' | 'location') => {
  const text = context.row.data[name]
  if (typeof text !== 'string') return null
  const starts = Object.values(prefixes).map((prefix) => text.indexOf(prefix))
  const start = Math.min(...starts.filter((at) => at >= 0))
  return start === Infinity || isKnown(context)(text.slice(start)) ? text : null
}

const computed: Record<string, Record<string, (context: Context) => unknown>> = {
  Route: {
    page: (context) => shownBy(context, 'page'),
    pageData: (context) => shownBy(context, 'pageData'),
    redirectPath: (context) => {
      const { facts, row } = context
      const end = redirectEnd(facts, row.iri)
      if (end === row.iri || !isSiteHref(routePath(end))) return null
      return isKnown(context)(end) ? routePath(end) : null
    },
    associatedResources: (context) => (seesEditorFields(context.view) ? associated(context) : null),
  },
  Layout: {
    /** Every page of the site, more often than not; and no page shows them. */
    pages: (context) => (context.view.isShown ? null : knownIn(context, 'layout', prefixes.PAGE)),
  },
  ComponentGroup: {
    reference: (context) => withoutHidden(context, 'reference'),
    location: (context) => withoutHidden(context, 'location'),
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
      const component = fromPageData(context) ?? knownFirst(context, 'component')
      return component && shown(context.facts, component, context.view)
    },
  },
}

const ofAny: Record<string, (context: Context) => unknown> = {
  routePath: (context) => {
    const route = routesOf(context.facts, context.row.iri).find(isKnown(context))
    return route && routePath(route)
  },
  publishedAt: ({ row }) => row.publishedAt && sentDate(row.publishedAt),
  publishedResource: (context) => knownFirst(context, 'publishedResource'),
  draftResource: ({ facts, row, view }) => {
    const draft = mayMatter(view) ? draftOf(facts, row.iri) : null
    return draft && seesDrafts(view) ? draft : null
  },
}

/** Those that point here and that this caller may know of. */
const knownIn = (context: Context, property: string, prefix: string): Iri[] =>
  context.facts
    .in(context.row.iri, property)
    .map(({ from }) => from)
    .filter((from) => from.startsWith(prefix) && isKnown(context)(from))

const stored = (context: Context, name: string, property: Property): unknown => {
  const { facts, row, shape, view } = context
  switch (property.is) {
    case 'value':
      return property.editorsOnly && isSet(row.data[name]) && !seesEditorFields(view)
        ? null
        : row.data[name]
    case 'one':
      return knownFirst(context, name)
    case 'many':
      return facts
        .out(row.iri, name)
        .map(({ to }) => to)
        .filter(isKnown(context))
    case 'inverse': {
      const found = knownIn(context, property.of, property.from)
      return property.single ? found[0] : found
    }
    case 'file':
    case 'wish':
      return null
    case 'place':
      return facts.out(row.iri, property.within)[0]?.position
    case 'computed':
      return (
        shape.computed?.[name]?.(row, view.base) ??
        shape.kind?.derived?.[name]?.(knownData(context)) ??
        ofAny[name]?.(context)
      )
  }
}

const isSet = (value: unknown) => value !== null && value !== undefined

export const createPresent = (shapes: Shapes, access: Access) => {
  const contextOf = (facts: Facts, row: Row, view: View): Context => {
    const shape = shapes.ofType(row.type)
    if (!shape) throw new Error(`${row.iri} is of a type that no kind declares: ${row.type}`)
    return { access, facts, shapes, shape, row, view }
  }
  const valueOf = (context: Context, name: string) => {
    const special = computed[context.row.type]?.[name]
    const property = context.shape.properties[name]
    return special ? special(context) : property && stored(context, name, property)
  }
  const present = (facts: Facts, row: Row, view: View): Resource => {
    const context = contextOf(facts, row, view)
    const resource: Record<string, unknown> = { '@id': row.iri, '@type': row.type }
    for (const name in context.shape.properties) {
      const sent = valueOf(context, name)
      if (isSet(sent)) resource[name] = sent
    }
    resource['createdAt'] = sentDate(row.createdAt)
    resource['modifiedAt'] = sentDate(row.modifiedAt)
    return Object.assign(resource, { _metadata: metadataOf(context) }) as Resource
  }
  return Object.assign(present, {
    /** One property alone, for what needs no more of a resource: nothing else of it then decides who may keep the answer. */
    property: (facts: Facts, row: Row, view: View, name: string): unknown =>
      valueOf(contextOf(facts, row, view), name),
  })
}

export type Present = ReturnType<typeof createPresent>
