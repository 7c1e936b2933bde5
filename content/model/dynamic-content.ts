/**
 * Dynamic positions of a template: each page of the template shows there what a property of its page data refers to, or
 * else the position's own component.
 */
import { humanize } from './humanize.ts'
import { type ComponentKind, type PageDataKind, kindOf } from './kind.ts'
import type { ComponentPosition } from './resource.ts'

/** The property that a position shows, as the API names it. */
export interface PropertyBinding {
  pageDataProperty: string
  /** The class of the page data: `App\Entity\BlogArticleData`. */
  pageDataClass: string
}

/** A property of page data that refers to a component. */
interface BindableProperty {
  binding: PropertyBinding
  /** The name of the property and of its pages, for editors. */
  label: string
  /** The `@type` of the component. */
  component: string
}

/** Returns the class name that clients know a type by: `App\Entity\Title`. */
export const className = (type: string) => `App\\Entity\\${type}`

interface BindableKinds {
  data: readonly PageDataKind[]
  kinds: readonly ComponentKind[]
}

/** Returns the properties of all page data that a position can show. */
export const bindableProperties = ({ data, kinds }: BindableKinds): BindableProperty[] =>
  data.flatMap(({ type, label, components }) =>
    Object.entries(components).map(([property, component]) => ({
      binding: { pageDataProperty: property, pageDataClass: className(type) },
      label: `${propertyLabel(property, component, kinds)} of each page of “${label}”`,
      component,
    })),
  )

/** Returns the label of the kind for a property that is named after the type, and otherwise a label made of its name. */
const propertyLabel = (property: string, component: string, kinds: readonly ComponentKind[]) =>
  (property.toLowerCase() === component.toLowerCase() && kindOf(kinds, component)?.label) ||
  humanize(property)

/** Returns the property that a position shows; undefined for a position that is the same on all pages. */
export const boundProperty = (
  position: Pick<ComponentPosition, 'pageDataProperty' | 'pageDataClass'> | undefined,
  kinds: BindableKinds,
) =>
  bindableProperties(kinds).find(
    ({ binding }) =>
      binding.pageDataProperty === position?.pageDataProperty &&
      binding.pageDataClass === position.pageDataClass,
  )
