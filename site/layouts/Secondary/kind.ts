import type { LayoutKind } from '#content/kind.ts'

export const kind: LayoutKind = { name: 'Secondary', label: 'Secondary', groups: [] }
