import type { DataKind } from '#content/kind.ts'

export const kind: DataKind = {
  type: 'BlogArticleData',
  label: 'Blog Articles',
  endpoint: '/page_data/blog_article_datas',
  fields: {},
  components: { htmlContent: 'HtmlContent', image: 'Image' },
  perPage: 12,
}
