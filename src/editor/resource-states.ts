import type { IconName } from '#src/ui/Icon.tsx'

/** Maps each state of a resource to a label and an icon, so that color never carries meaning alone. */
export const resourceStates = {
  live: { label: 'Live', icon: 'check' },
  layout: { label: 'Layout', icon: 'check' },
  draft: { label: 'Draft', icon: 'draft' },
  new: { label: 'Not added yet', icon: 'plus' },
  template: { label: 'Template', icon: 'structure' },
  structure: { label: 'Structure', icon: 'structure' },
} as const satisfies Record<string, { label: string; icon: IconName }>

export type ResourceState = keyof typeof resourceStates
