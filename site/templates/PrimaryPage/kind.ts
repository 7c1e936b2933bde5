import type { TemplateKind } from '#content/model/kind.ts'

export const kind: TemplateKind = {
  name: 'PrimaryPageTemplate',
  label: 'Primary Page',
  styles: [{ label: 'Big Text', className: 'big-text' }],
  groups: [{ name: 'primary', label: 'Main content' }],
}
