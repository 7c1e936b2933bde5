import type { TemplateKind } from '#content/kind.ts'

export const kind: TemplateKind = {
  name: 'PrimaryPageTemplate',
  label: 'Primary Page',
  styles: [{ label: 'Big Text', className: 'big-text' }],
  groups: [{ name: 'primary' }],
}
