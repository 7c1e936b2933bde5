import type { DataKind } from '#content/kind.ts'

export const kind: DataKind = {
  type: 'NestedPageData',
  label: 'Topics',
  endpoint: '/page_data/nested_page_datas',
  fields: {},
  components: { introContent: 'HtmlContent' },
}
