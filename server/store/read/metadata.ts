/** Makes the `_metadata` of a resource. */
import { className } from '#content/model/dynamic-content.ts'
import { type Iri, iriPrefixes, isIriOf } from '#content/model/iri.ts'
import type { Metadata } from '#content/model/resource.ts'
import { publishViolations } from '../types/validate.ts'
import {
  type SerializeContext,
  isVisibleIn,
  firstVisibleTarget,
  storedData,
} from './serialize-context.ts'
import { isLive, draftOrLive } from '../graph/row-versions.ts'
import { type TypeDefinition } from '../types/type-definition.ts'
import { canDependOnDrafts, pagePath, seesDrafts, toApiTimestamp } from '../access/read-context.ts'

/**
 * Returns the positions and page data that have a relation to exactly this row, as far as this viewer may see them.
 */
export const usagesOf = (
  context: Pick<SerializeContext, 'access' | 'graph' | 'readContext'>,
  iri: Iri,
) => {
  const relations = context.graph.incoming(iri)
  return {
    positions: relations.filter(
      ({ from, property }) =>
        property === 'component' && from.startsWith(iriPrefixes.COMPONENT_POSITION),
    ),
    pageData: relations.filter(
      ({ from }) => from.startsWith(iriPrefixes.PAGE_DATA) && isVisibleIn(context)(from),
    ),
  }
}

/** Returns the description of a type of page data: which of its properties are components. */
export const pageDataMetadataOf = (definition: TypeDefinition) => ({
  '@id': `/_/page_data_metadatas/${encodeURIComponent(className(definition.type))}`,
  '@type': 'PageDataMetadata',
  resourceClass: className(definition.type),
  properties: Object.entries(definition.data?.components ?? {}).map(
    ([property, componentShortName]) => ({
      '@type': 'PageDataPropertyMetadata',
      property,
      componentShortName,
    }),
  ),
})

/** Returns the errors that prevent a draft from being published, for viewers who see drafts. */
const violationsOf = ({ graph, definition, row, readContext }: SerializeContext) => {
  const violations = canDependOnDrafts(readContext)
    ? publishViolations(definition, storedData(graph, definition, row))
    : []
  if (!violations.length || !seesDrafts(readContext)) return undefined
  const detail = violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`)
  return {
    title: 'An error occurred',
    detail: detail.join('\n'),
    violations: violations.map((violation) => ({ ...violation, title: violation.message })),
  }
}

const publishableOf = (context: SerializeContext) => {
  const { row, readContext } = context
  const { positions, pageData } = usagesOf(context, row.iri)
  return {
    published: isLive(row, readContext.now),
    ...(row.publishedAt && { publishedAt: toApiTimestamp(row.publishedAt) }),
    locationCount: positions.length + pageData.length,
  }
}

/** Returns the metadata of a position: whether a page fills it, and which component it shows. */
const positionMetadata = (context: SerializeContext): Metadata => {
  const { graph, row, readContext } = context
  const isDynamicPosition = Boolean(row.data['pageDataProperty'])
  const own = firstVisibleTarget(context, 'component')
  const shown = own && draftOrLive(graph, own, readContext)
  const path = isDynamicPosition ? pagePath(readContext) : undefined
  return {
    isDynamicPosition,
    ...(isIriOf('COMPONENT', shown) && { staticComponent: shown }),
    ...(path && { pageDataPath: path }),
  }
}

/** Returns the `_metadata` of a resource, as the viewer may see it. */
export const metadataOf = (context: SerializeContext): Metadata => {
  const { definition, row, readContext } = context
  const metadata: Metadata = { persisted: true }
  if (definition.isPublishable) {
    metadata.publishable = publishableOf(context)
    const violations = violationsOf(context)
    if (violations) metadata.violations = violations
  }
  if (definition.type === 'ComponentPosition') Object.assign(metadata, positionMetadata(context))
  if (definition.type === 'Collection') metadata['collection'] = true
  if (definition.data) metadata['pageDataMetadata'] = pageDataMetadataOf(definition)
  return definition.metadata
    ? { ...metadata, ...definition.metadata(row, readContext.base) }
    : metadata
}
