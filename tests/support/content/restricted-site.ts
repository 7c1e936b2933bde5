/** On top of the demo: whatever readers of several kinds are answered differently about. */
import sharp from 'sharp'
import type { HttpClient, HttpResponse } from '../server/in-process-server.ts'

const past = '2026-01-05T09:00:00+00:00'
const soon = '2099-01-05T09:00:00+00:00'

const createdIri = ({ status, json, text }: HttpResponse) => {
  if (status >= 300) throw new Error(`Could not be made: ${status} ${text}`)
  return String(json['@id'])
}

/** A picture of one color. */
const imageDataUrl = async (red: number) => {
  const background = { r: red, g: 80, b: 40, alpha: 1 }
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 4, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** Creates pages, drafts, routes and files of which visitors may read only a part. */
export const createRestrictedSite = async (admin: HttpClient) => {
  const make = async (endpoint: string, body: object) =>
    createdIri(await admin.post(endpoint, body))
  const change = async (iri: string, body: object) => createdIri(await admin.patch(iri, body))
  const layout = await make('/_/layouts', { reference: 'other', uiComponent: 'Primary' })

  const makePage = async (reference: string, path: string | null, more: object = {}) => {
    const page = await make('/_/pages', {
      reference,
      title: `The page ${reference}`,
      layout,
      isTemplate: false,
      uiComponent: 'PrimaryPageTemplate',
      ...more,
    })
    const group = await make('/_/component_groups', {
      reference: `primary_${page}`,
      location: page,
      pages: [page],
    })
    const route = path ? await make('/_/routes', { path, name: path, page }) : null
    return { page, group, route, at: { componentPositions: [{ componentGroup: group }] } }
  }
  const title = (words: string, where: object, publishedAt: string | null = past) =>
    make('/component/titles', { title: words, publishedAt, ...where })

  const picture = { socialImage: await imageDataUrl(40) }
  const open = await makePage('open', '/open', picture)
  const members = await makePage('members', '/user-area/members', {
    socialImage: await imageDataUrl(50),
  })
  const unrouted = await makePage('unrouted', null, { socialImage: await imageDataUrl(60) })
  await makePage('below', '/open/below', { parentPage: members.page })
  await makePage('beside', '/open/beside', { parentPage: unrouted.page })
  await make('/_/routes', { path: '/way', name: '/way', redirect: members.route })
  await make('/_/routes', { path: '/user-area/way', name: 'way', redirect: open.route })

  await title('Live for all', { publishedUntil: soon, ...open.at })
  const edited = await title('Live and edited', open.at)
  await change(edited, { title: 'A draft of what is live' })
  await change(await title('Live and scheduled', open.at), { title: 'Later', publishedAt: soon })
  await title('A draft alone', open.at, null)
  await title('A draft that is nowhere', {}, null)
  await title('Live and nowhere', {})
  await title('For members', members.at)
  await title('On no route', unrouted.at)
  for (const [label, route] of [
    ['To members', members.route],
    ['To all', open.route],
  ])
    await make('/component/navigation_links', { label, route, publishedAt: past, ...open.at })
  for (const resourceIri of [
    '/component/titles',
    '/_/pages',
    '/_/routes',
    '/_/component_positions',
  ])
    await make('/component/collections', { resourceIri, ...open.at })

  const image = await make('/component/images', {
    file: await imageDataUrl(10),
    publishedAt: past,
    ...open.at,
  })
  await change(image, { file: await imageDataUrl(20) })
  await make('/component/images', {
    file: await imageDataUrl(30),
    publishedAt: past,
    ...members.at,
  })

  const template = await makePage('articles', null, { isTemplate: true })
  const bound = await make('/component/html_contents', { html: '<p>Bound</p>', publishedAt: past })
  const draft = await make('/component/html_contents', { html: '<p>Bound draft</p>' })
  const fallback = await title('Instead', {})
  await make('/_/component_positions', {
    componentGroup: template.group,
    component: fallback,
    pageDataProperty: 'htmlContent',
    pageDataClass: 'App\\Entity\\BlogArticleData',
  })
  for (const [path, htmlContent] of [
    ['/article', bound],
    ['/draft-article', draft],
    ['/user-area/article', bound],
    [null, bound],
  ]) {
    const data = { title: `Article at ${path}`, page: template.page, htmlContent, ...picture }
    const pageData = await make('/page_data/blog_article_datas', data)
    if (path) await make('/_/routes', { path, name: path, pageData })
  }

  const sitemapXml =
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://own.test/</loc></url></urlset>'
  await make('/_/site_config_parameters', { key: 'sitemapXml', value: sitemapXml })
  await change('/_/site_config_parameters/siteName', { value: 'The Harbour' })
}
