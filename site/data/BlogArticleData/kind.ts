import { integer, maxLength, maxValue, minValue, number, pipe, string } from 'valibot'
import { definePageData } from '#content/model/kind.ts'

export const kind = definePageData({
  type: 'BlogArticleData',
  label: 'Blog Articles',
  endpoint: '/page_data/blog_article_datas',
  fields: {
    author: {
      label: 'Author',
      format: 'text',
      schema: pipe(string(), maxLength(200, 'Use at most 200 characters.')),
    },
    readingTime: {
      label: 'Minutes to read',
      format: 'number',
      schema: pipe(
        number('This should be a number.'),
        integer('This should be a whole number.'),
        minValue(1, 'Use at least 1.'),
        maxValue(600, 'Use at most 600.'),
      ),
    },
  },
  components: { htmlContent: 'HtmlContent', image: 'Image' },
  perPage: 12,
})
