import type { TemplateKind } from '#content/kind.ts'

export const kind: TemplateKind = {
  name: 'NestedSubPageTemplate',
  label: 'Chapter',
  groups: [
    { name: 'primary' },
    { name: 'chapters', allowedComponents: ['/component/navigation_links'] },
  ],
}
