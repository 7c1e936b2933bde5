import type { LayoutKind } from '#content/model/kind.ts'

export const kind: LayoutKind = { name: 'Secondary', label: 'Secondary', groups: [] }
