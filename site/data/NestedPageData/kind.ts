import { definePageData } from '#content/model/kind.ts'

export const kind = definePageData({
  type: 'NestedPageData',
  label: 'Topics',
  endpoint: '/page_data/nested_page_datas',
  fields: {},
  components: { introContent: 'HtmlContent' },
})
