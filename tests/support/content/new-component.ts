/** A component that is being added: its kind, and where it is inserted. */
import type { InsertionPoint } from '#content/model/insertion-point.ts'
import type { SelectedKind } from '#content/model/kind.ts'

export const insertionPoint: InsertionPoint = {
  group: '/_/component_groups/1',
  index: 1,
  sortValue: 11,
}
export const htmlKind: SelectedKind = {
  type: 'HtmlContent',
  endpoint: '/component/html_contents',
  publishable: true,
  instantAdd: false,
}
