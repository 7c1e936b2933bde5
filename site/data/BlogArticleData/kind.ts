import { definePageData } from '#content/model/kind.ts'

export const kind = definePageData({
  type: 'BlogArticleData',
  label: 'Blog Articles',
  endpoint: '/page_data/blog_article_datas',
  fields: {},
  components: { htmlContent: 'HtmlContent', image: 'Image' },
  perPage: 12,
})
