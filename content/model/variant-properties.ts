/** The properties that choose the variant of a component, which every kind has besides its fields. */
export const variantProperties = ['uiComponent', 'uiClassNames'] as const

export type VariantProperty = (typeof variantProperties)[number]

export const isVariantProperty = (name: string): name is VariantProperty =>
  variantProperties.some((property) => property === name)
