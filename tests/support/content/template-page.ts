/** A page of a template, or the template itself, with a title and a position that shows what each page has. */
import type { PagePayload } from '#content/page/fetching/payload.ts'
import type { Component, Resource } from '#content/model/resource.ts'
import { component, pagePayload } from './page-payload.ts'

export const pageData = '/page_data/blog_article_datas/1'
/** The position below the title. */
export const position = '/_/component_positions/text'
export const binding = {
  pageDataProperty: 'htmlContent',
  pageDataClass: 'App\\Entity\\BlogArticleData',
}
export const text = component('HtmlContent', 'text', { html: '<p>Words</p>' })

export interface Shown {
  /** False for the template itself. */
  isPage: boolean
  /** The component that the position shows. */
  shows?: Component
  /** The component of the position itself. */
  own?: Component
  isBound?: boolean
  /** The property of the page data that the position shows. */
  property?: 'htmlContent' | 'image'
}

/** Returns a page of a template with a title and, below it, a position that shows its text. */
export const templatePage = ({
  isPage,
  shows,
  own,
  isBound = true,
  property = 'htmlContent',
}: Shown): PagePayload => {
  const payload = pagePayload([component('Title', 'one', { title: 'Curtain' }), text])
  const page = payload.page!.page!
  const changed = (resource: Resource): Resource => {
    if (resource['@id'] === page) return { ...resource, isTemplate: true }
    if (resource['@id'] !== position) return resource
    const { component: _, ...others } = resource
    return {
      ...others,
      ...(isBound && { ...binding, pageDataProperty: property }),
      ...(shows && { component: shows['@id'] }),
      _metadata: {
        isDynamicPosition: isBound,
        ...(own && { staticComponent: own['@id'] }),
      },
    }
  }
  const data: Resource = {
    '@id': pageData,
    '@type': 'BlogArticleData',
    page,
    title: 'An article',
    ...(shows && shows !== own && { htmlContent: shows['@id'] }),
    _metadata: {},
  }
  return {
    ...payload,
    page: { ...payload.page!, ...(isPage && { pageData }) },
    entries: [
      ...payload.entries.map(({ resource }) => ({ resource: changed(resource) })),
      ...(isPage ? [{ resource: data }] : []),
    ],
  }
}
