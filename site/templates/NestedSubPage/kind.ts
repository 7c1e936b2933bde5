import type { TemplateKind } from '#content/model/kind.ts'

export const kind: TemplateKind = {
  name: 'NestedSubPageTemplate',
  label: 'Chapter',
  groups: [
    { name: 'primary', label: 'Main content' },
    { name: 'chapters', allowedComponents: ['/component/navigation_links'] },
  ],
}
