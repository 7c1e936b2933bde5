/** Serializes a row as the resource one viewer receives. */
import { className } from '#content/model/dynamic-content.ts'
import { type Iri, iriPrefixes, routePath } from '#content/model/iri.ts'
import { isSiteHref } from '#content/links/link.ts'
import type { Resource } from '#content/model/resource.ts'
import type { AccessRules } from '../access/read-access.ts'
import {
  type SerializeContext,
  firstTarget,
  isVisibleIn,
  visibleData,
  firstVisibleTarget,
} from './serialize-context.ts'
import type { ResourceGraph, Row } from '../graph/resource-graph.ts'
import { layoutProperty } from '../graph/loaded-relations.ts'
import { draftOf, draftOrLive } from '../graph/row-versions.ts'
import { metadataOf } from './metadata.ts'
import { fromPageData, isAllowed } from './position-component.ts'
import type { Property } from '../types/property.ts'
import { redirectEnd } from '../graph/redirects.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import { routesOf } from '../graph/page-hierarchy.ts'
import {
  type ReadContext,
  canDependOnDrafts,
  seesDrafts,
  seesEditorFields,
  toApiDate,
} from '../access/read-context.ts'

const describeTargets = ({ graph, row }: SerializeContext) => {
  const redirect = firstTarget(graph, row.iri, 'redirect')
  const page = firstTarget(graph, row.iri, 'page')
  const pageData = firstTarget(graph, row.iri, 'pageData')
  const data = pageData ? graph.row(pageData) : null
  const shown = page ? graph.row(page)?.data : null
  return {
    ...(redirect && { redirect: routePath(redirect) }),
    ...(shown && { page: shown['reference'], pageTitle: shown['title'] }),
    ...(data && { pageData: data.data['title'], pageDataType: className(data.type) }),
  }
}

/** Returns the page or page data a route shows, directly or at the end of its redirects. */
const shownEntity = (context: SerializeContext, property: 'page' | 'pageData') => {
  const { graph, row } = context
  const own =
    firstTarget(graph, row.iri, property) ??
    firstTarget(graph, redirectEnd(graph, row.iri), property)
  return own && isVisibleIn(context)(own) ? own : null
}

/** Returns a group's text unless it contains the IRI of an owner that is hidden from this viewer. */
const unlessOwnerHidden = (context: SerializeContext, name: 'reference' | 'location') => {
  const text = context.row.data[name]
  if (typeof text !== 'string') return null
  const starts = Object.values(iriPrefixes).map((prefix) => text.indexOf(prefix))
  const start = Math.min(...starts.filter((at) => at >= 0))
  return start === Infinity || isVisibleIn(context)(text.slice(start)) ? text : null
}

/**
 * The number of pages that a layout names at most. With more of them it names none, since a part would be taken for all.
 * The list of pages has them.
 * @internal Exported for tests.
 */
export const maxLayoutPages = 1_000

const computed: Record<string, Record<string, (context: SerializeContext) => unknown>> = {
  Route: {
    page: (context) => shownEntity(context, 'page'),
    pageData: (context) => shownEntity(context, 'pageData'),
    redirectPath: (context) => {
      const { graph, row } = context
      const end = redirectEnd(graph, row.iri)
      if (end === row.iri || !isSiteHref(routePath(end))) return null
      return isVisibleIn(context)(end) ? routePath(end) : null
    },
    associatedResources: (context) =>
      seesEditorFields(context.readContext) ? describeTargets(context) : null,
  },
  Layout: {
    /**
     * Returns the pages of a layout, usually all of the site. A page payload lacks them, since no page shows them, and so
     * does a list of layouts; and of very many pages, a layout itself, as each change of one of them sends it.
     */
    pages: (context) => {
      const { isPageView, isListMember } = context.readContext
      if (isPageView || isListMember) return null
      const { length } = context.graph.incoming(context.row.iri, layoutProperty)
      return length > maxLayoutPages
        ? null
        : visibleReferrers(context, layoutProperty, iriPrefixes.PAGE)
    },
  },
  ComponentGroup: {
    reference: (context) => unlessOwnerHidden(context, 'reference'),
    location: (context) => unlessOwnerHidden(context, 'location'),
    componentPositions: ({ graph, row }) =>
      graph
        .incoming(row.iri, 'componentGroup')
        .map(({ from }) => from)
        .filter((position) => {
          if (!Array.isArray(row.data['allowedComponents'])) return true
          const component = firstTarget(graph, position, 'component')
          return !component || isAllowed(graph, row.iri, component)
        }),
  },
  ComponentPosition: {
    component: (context) => {
      const component = fromPageData(context) ?? firstVisibleTarget(context, 'component')
      return component && draftOrLive(context.graph, component, context.readContext)
    },
  },
}

const commonComputed: Record<string, (context: SerializeContext) => unknown> = {
  routePath: (context) => {
    const route = routesOf(context.graph, context.row.iri).find(isVisibleIn(context))
    return route && routePath(route)
  },
  publishedAt: ({ row }) => row.publishedAt && toApiDate(row.publishedAt),
  publishedUntil: ({ row, readContext }) =>
    row.publishedUntil !== null && seesEditorFields(readContext)
      ? toApiDate(row.publishedUntil)
      : null,
  publishedResource: (context) => firstVisibleTarget(context, 'publishedResource'),
  draftResource: ({ graph, row, readContext }) => {
    const draft = canDependOnDrafts(readContext) ? draftOf(graph, row.iri) : null
    return draft && seesDrafts(readContext) ? draft : null
  },
}

/** Returns the resources that have a relation to this one and are visible to this viewer. */
const visibleReferrers = (context: SerializeContext, property: string, prefix: string): Iri[] =>
  context.graph
    .incoming(context.row.iri, property)
    .map(({ from }) => from)
    .filter((from) => from.startsWith(prefix) && isVisibleIn(context)(from))

/** Returns a property that is computed by the type, by its kind, or in the same way for all types. */
const computedValue = (context: SerializeContext, name: string): unknown => {
  const { row, definition, readContext } = context
  return (
    definition.computed?.[name]?.(row, readContext.base) ??
    definition.kind?.derived?.[name]?.compute(visibleData(context)) ??
    commonComputed[name]?.(context)
  )
}

const propertyValue = (context: SerializeContext, name: string, property: Property): unknown => {
  const { graph, row, readContext } = context
  switch (property.type) {
    case 'value':
      return property.editorsOnly && isSet(row.data[name]) && !seesEditorFields(readContext)
        ? null
        : row.data[name]
    case 'relation':
      return firstVisibleTarget(context, name)
    case 'relations':
      return graph
        .outgoing(row.iri, name)
        .map(({ to }) => to)
        .filter(isVisibleIn(context))
    case 'inverseRelation': {
      const referrers = visibleReferrers(context, property.of, property.from)
      return property.single ? referrers[0] : referrers
    }
    case 'file':
    case 'flag':
      return null
    case 'sortOrder':
      return graph.outgoing(row.iri, property.within)[0]?.position
    case 'computed':
      return computedValue(context, name)
  }
}

const isSet = (value: unknown) => value !== null && value !== undefined

const valueOf = (context: SerializeContext, name: string) => {
  const compute = computed[context.row.type]?.[name]
  const property = context.definition.properties[name]
  return compute ? compute(context) : property && propertyValue(context, name, property)
}

/** Returns a function that turns a row into the resource that the viewer sees. */
export const createSerializer = (types: TypeRegistry, access: AccessRules) => {
  const contextOf = (
    graph: ResourceGraph,
    row: Row,
    readContext: ReadContext,
  ): SerializeContext => {
    const definition = types.byName(row.type)
    if (!definition) throw new Error(`${row.iri} is of a type that no kind declares: ${row.type}`)
    return { access, graph, types, definition, row, readContext }
  }
  const serialize = (graph: ResourceGraph, row: Row, readContext: ReadContext): Resource => {
    const context = contextOf(graph, row, readContext)
    const resource: Pick<Resource, '@id' | '@type'> & Record<string, unknown> = {
      '@id': row.iri,
      '@type': row.type,
    }
    for (const name in context.definition.properties) {
      const sent = valueOf(context, name)
      if (isSet(sent)) resource[name] = sent
    }
    resource['createdAt'] = toApiDate(row.createdAt)
    resource['modifiedAt'] = toApiDate(row.modifiedAt)
    return Object.assign(resource, { _metadata: metadataOf(context) })
  }
  return Object.assign(serialize, {
    /** Returns one property alone, so that the rest of the resource does not affect the variance. */
    property: (graph: ResourceGraph, row: Row, readContext: ReadContext, name: string): unknown =>
      valueOf(contextOf(graph, row, readContext), name),
  })
}

export type Serialize = ReturnType<typeof createSerializer>
