import type { TemplateKind } from '#content/model/kind.ts'

export const kind: TemplateKind = {
  name: 'BlogArticleTemplate',
  label: 'Blog Article',
  groups: [{ name: 'primary', label: 'Main content' }],
}
