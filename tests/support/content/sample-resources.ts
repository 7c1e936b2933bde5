/** A small page as the API tells it: a route, its page and layout, a group with one position, a title. */
import { locationOf } from '#content/navigation/location.ts'
import type { AssembledPage } from '#content/page/page.ts'
import type { Iri } from '#content/model/iri.ts'
import type { Resource, User, Versioned } from '#content/model/resource.ts'

const resource = <I extends Iri>(
  iri: I,
  type: string,
  properties: object = {},
): Resource & { '@id': I } => ({
  '@id': iri,
  '@type': type,
  _metadata: {},
  ...properties,
})

/** Everything at a path; two paths share nothing but the layout. */
export const resourcesAt = (path: string) => {
  const name = path.slice(1) || 'home'
  const route = resource(`/_/routes/${path}`, 'Route', { path, name, page: `/_/pages/${name}` })
  const layout = resource('/_/layouts/primary', 'Layout', {
    reference: 'primary',
    uiComponent: 'Primary',
    componentGroups: [],
  })
  const page = resource(`/_/pages/${name}`, 'Page', {
    reference: name,
    title: name,
    isTemplate: false,
    uiComponent: 'PrimaryPageTemplate',
    layout: layout['@id'],
    componentGroups: [`/_/component_groups/${name}`],
  })
  const group = resource(`/_/component_groups/${name}`, 'ComponentGroup', {
    reference: `primary_${page['@id']}`,
    location: page['@id'],
    componentPositions: [`/_/component_positions/${name}`],
  })
  const position = resource(`/_/component_positions/${name}`, 'ComponentPosition', {
    componentGroup: group['@id'],
    component: `/component/titles/${name}`,
    sortValue: 0,
  })
  const title = resource(`/component/titles/${name}`, 'Title', {
    title: `Hello ${name}`,
    componentGroups: [],
    componentPositions: [position['@id']],
    publishedAt: '2020-01-01T00:00:00Z',
    _metadata: { publishable: { published: true } },
  })
  const resources = [route, page, layout, group, position, title]
  return {
    location: locationOf(path),
    route,
    layout,
    page,
    group,
    position,
    title,
    resources,
    items: resources.map((one): Versioned => ({ resource: one })),
    assembledPage: {
      path,
      root: route['@id'],
      page: page['@id'],
      layout: layout['@id'],
      resources: resources.map((one) => one['@id']),
    } satisfies AssembledPage,
  }
}

export const admin: User = {
  '@id': '/_/users/1',
  '@type': 'User',
  _metadata: {},
  username: 'ada',
  emailAddress: 'ada@example.org',
  roles: ['ROLE_USER', 'ROLE_ADMIN'],
}

/** A signed-in user who may not edit. */
export const reader: User = { ...admin, '@id': '/_/users/2', username: 'ben', roles: ['ROLE_USER'] }
