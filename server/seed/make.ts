/** The few things a demo is made of, written as an editor would write them. */
import type { Iri } from '#content/iri.ts'
import type { Body } from '../store/found.ts'
import type { Writes } from '../store/store.ts'

export type Content = { endpoint: Iri } & Record<string, unknown>

export const title = (words: string): Content => ({ endpoint: '/component/titles', title: words })
export const text = (html: string): Content => ({ endpoint: '/component/html_contents', html })

/** Everything is published at once, and belongs to one layout with one menu. */
export const createMaker = async (writes: Writes, publishedAt: string) => {
  const make = async (endpoint: Iri, body: Body) =>
    (await writes.create(endpoint, body)).resource['@id']
  const placed = (group: Iri, at: number) => [{ componentGroup: group, sortValue: at * 10 }]
  const makeGroup = (name: string, owner: Iri, about: Body) =>
    make('/_/component_groups', { reference: `${name}_${owner}`, location: owner, ...about })

  const layout = await make('/_/layouts', { reference: 'main', uiComponent: 'CwaLayoutPrimary' })
  const menu = await makeGroup('top', layout, {
    layouts: [layout],
    allowedComponents: ['/component/navigation_links'],
  })
  let links = 0

  return {
    make,
    /** A component by itself: what page data holds. */
    component: ({ endpoint, ...data }: Content) => make(endpoint, { ...data, publishedAt }),
    route: (path: string, name: string, to: Body) => make('/_/routes', { path, name, ...to }),

    /** A page, with what is in its one group: components, and places that page data fills. */
    async page(
      about: Body,
      content: readonly (Content | { pageDataProperty: string })[],
      pageDataClass?: string,
    ) {
      const page = await make('/_/pages', {
        layout,
        isTemplate: pageDataClass !== undefined,
        uiComponent: 'PrimaryPageTemplate',
        ...about,
      })
      const group = await makeGroup('primary', page, { pages: [page] })
      for (const [at, part] of content.entries()) {
        if ('pageDataProperty' in part) {
          const [place] = placed(group, at)
          await make('/_/component_positions', { ...place, ...part, pageDataClass })
        } else {
          const { endpoint, ...data } = part as Content
          await make(endpoint, { ...data, publishedAt, componentPositions: placed(group, at) })
        }
      }
      return page
    },

    async link(label: string, route: Iri) {
      const componentPositions = placed(menu, links)
      links += 1
      await make('/component/navigation_links', { label, route, publishedAt, componentPositions })
    },
  }
}

export type Maker = Awaited<ReturnType<typeof createMaker>>
