import type { TemplateKind } from '#content/model/kind.ts'

export const kind: TemplateKind = {
  name: 'NestedTopicTemplate',
  label: 'Topic',
  groups: [{ name: 'primary', label: 'Main content' }],
}
