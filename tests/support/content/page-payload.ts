/** A page as the API would send it, with what a test cares about in its group. */
import type { Iri } from '#content/model/iri.ts'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { Component, Resource } from '#content/model/resource.ts'

const createResource = <I extends Iri>(
  resource: { '@id': I; '@type': string; [property: string]: unknown },
  metadata = {},
): Resource & { '@id': I } => ({ ...resource, _metadata: { persisted: true, ...metadata } })

/** A published component of a kind. */
export const component = (
  type: string,
  id: string,
  properties: Record<string, unknown> = {},
): Component =>
  createResource(
    {
      '@id': `/component/${type}/${id}`,
      '@type': type,
      componentGroups: [],
      componentPositions: [`/_/component_positions/${id}`],
      publishedAt: '2026-01-05T09:00:00+00:00',
      ...properties,
    },
    { publishable: { published: true } },
  ) as Component

interface PageOptions {
  path?: string
  title?: string
  layout?: string
}

/** Returns the payload of a page with these components in one group. */
export const pagePayload = (
  components: Component[],
  { path = '/', title = 'A page', layout = 'CwaLayoutPrimary' }: PageOptions = {},
): PagePayload => {
  const id = path.replaceAll('/', '_')
  const [root, page, frame, group] = [
    `/_/routes/${path}`,
    `/_/pages/${id}`,
    '/_/layouts/main',
    `/_/component_groups/${id}`,
  ] as const
  const positions = components.map(({ '@id': iri, componentPositions }, index) =>
    createResource({
      '@id': componentPositions[0]!,
      '@type': 'ComponentPosition',
      componentGroup: group,
      component: iri,
      sortValue: index * 10,
    }),
  )
  const resources = [
    createResource({ '@id': root, '@type': 'Route', path, name: path, page }),
    createResource({
      '@id': page,
      '@type': 'Page',
      reference: id,
      title,
      layout: frame,
      isTemplate: false,
      uiComponent: 'PrimaryPageTemplate',
      componentGroups: [group],
    }),
    createResource({
      '@id': frame,
      '@type': 'Layout',
      reference: 'main',
      uiComponent: layout,
      componentGroups: [],
    }),
    createResource({
      '@id': group,
      '@type': 'ComponentGroup',
      reference: `primary_${page}`,
      location: page,
      componentPositions: positions.map((position) => position['@id']),
    }),
    ...positions,
    ...components,
  ]
  return {
    status: 200,
    page: { path, root, page, layout: frame, resources: resources.map((item) => item['@id']) },
    entries: resources.map((resource) => ({ resource })),
  }
}
