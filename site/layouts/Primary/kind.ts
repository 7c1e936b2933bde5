import type { LayoutKind } from '#content/model/kind.ts'

export const kind: LayoutKind = {
  name: 'Primary',
  label: 'Primary',
  styles: [{ label: 'Blue Background', className: 'blue-background' }],
  groups: [
    { name: 'top', allowedComponents: ['/component/navigation_links'] },
    { name: 'bottom', allowedComponents: ['/component/navigation_links'] },
  ],
}
