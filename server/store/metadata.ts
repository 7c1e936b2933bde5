/** What a resource says about itself beside its properties (api, section 1.2). */
import { type Iri, prefixes } from '#content/iri.ts'
import type { Metadata } from '#content/resource.ts'
import { publishViolations } from './checks.ts'
import { type Context, isKnown, knownFirst, ownData } from './context.ts'
import { isLive, shown } from './lookup.ts'
import { type Shape, className } from './shapes.ts'
import { mayMatter, pagePath, seesDrafts, sentMoment } from './view.ts'

/** Positions and page-data properties that show exactly this row, as far as this caller may know of them. */
export const usesOf = (context: Pick<Context, 'access' | 'facts' | 'view'>, iri: Iri) => {
  const links = context.facts.in(iri)
  return {
    positions: links.filter(
      ({ from, property }) =>
        property === 'component' && from.startsWith(prefixes.COMPONENT_POSITION),
    ),
    pageData: links.filter(
      ({ from }) => from.startsWith(prefixes.PAGE_DATA) && isKnown(context)(from),
    ),
  }
}

export const pageDataMetadataOf = (shape: Shape) => ({
  '@id': `/_/page_data_metadatas/${encodeURIComponent(className(shape.type))}`,
  '@type': 'PageDataMetadata',
  resourceClass: className(shape.type),
  properties: Object.entries(shape.data?.components ?? {}).map(
    ([property, componentShortName]) => ({
      '@type': 'PageDataPropertyMetadata',
      property,
      componentShortName,
    }),
  ),
})

export const metadataOf = (context: Context): Metadata => {
  const { facts, shape, row, view } = context
  const metadata: Metadata = { persisted: true }
  if (shape.isPublishable) {
    const { positions, pageData } = usesOf(context, row.iri)
    metadata.publishable = {
      published: isLive(row, view.now),
      ...(row.publishedAt && { publishedAt: sentMoment(row.publishedAt) }),
      locationCount: positions.length + pageData.length,
    }
    const violations = mayMatter(view) ? publishViolations(shape, ownData(facts, shape, row)) : []
    if (violations.length && seesDrafts(view)) {
      const detail = violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`)
      metadata.violations = {
        title: 'An error occurred',
        detail: detail.join('\n'),
        violations: violations.map((violation) => ({ ...violation, title: violation.message })),
      }
    }
  }
  if (shape.type === 'ComponentPosition') {
    metadata.isDynamicPosition = Boolean(row.data['pageDataProperty'])
    const own = knownFirst(context, 'component')
    if (own) metadata.staticComponent = shown(facts, own, view)
    const path = metadata.isDynamicPosition ? pagePath(view) : undefined
    if (path) metadata.pageDataPath = path
  }
  if (shape.type === 'Collection') metadata['collection'] = true
  if (shape.data) metadata['pageDataMetadata'] = pageDataMetadataOf(shape)
  return shape.metadata ? { ...metadata, ...shape.metadata(row, view.base) } : metadata
}
