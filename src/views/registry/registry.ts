/** The registry of a site's views: components, layouts and templates. `site/index.ts` creates it. */
import { type ComponentType, type ReactNode, createContext, use } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Html, Presentation } from '#content/model/field.ts'
import type { ComponentKind, InferKind, VariantName } from '#content/model/kind.ts'
import type { Layout, Page } from '#content/model/resource.ts'
import type { RenderHtmlEditor } from '../page/HtmlView.tsx'

/** The values of inline fields that a view gets; in edit mode their editors, to be rendered in their place. */
interface InlineValues {
  text: ReactNode
  html: Html | RenderHtmlEditor
}

export interface ComponentViewProps<K extends ComponentKind = ComponentKind> {
  iri: Iri<'COMPONENT'>
  resource: InferKind<K, InlineValues>
  /** The position that holds the component; null outside of positions. */
  position: Iri<'COMPONENT_POSITION'> | null
}

export interface ComponentDefinition<K extends ComponentKind = ComponentKind> {
  View: ComponentType<ComponentViewProps<K>>
  /** Alternative views, by the value of `uiComponent`. */
  variants?: Partial<Record<VariantName<K>, ComponentType<ComponentViewProps<K>>>>
}

export interface LayoutDefinition {
  /** Renders the page (`children`) and, with `<Group>`, the layout's own groups. */
  View: ComponentType<{ iri: Iri<'LAYOUT'>; resource: Layout; children: ReactNode }>
}

export interface TemplateDefinition {
  View: ComponentType<{ iri: Iri<'PAGE'>; resource: Page }>
}

/** Views by name: the `@type` of a component, or the unprefixed name of a layout or template. */
export interface Views {
  components: Record<string, ComponentDefinition>
  layouts: Record<string, LayoutDefinition>
  templates: Record<string, TemplateDefinition>
}

/** A field of a view that is generated, and how it is shown. */
export type ShownField = readonly [name: string, presentation: Presentation]

/** The fields of the kinds that have no view of their own, by `@type`. */
export type GeneratedViews = Readonly<Record<string, readonly ShownField[]>>

/** The loaded views and the loader of the lazy ones. */
export interface Registry extends Views {
  lazyViews: () => Promise<LazyViews>
  /** The kinds whose views are generated. The server finds them and tells the browser. */
  generated: GeneratedViews
}

/** The key of a view: the type of view and its name. */
export type ViewKey = readonly [type: keyof Views, name: string]

/** The views whose code is loaded with the first content that needs it. */
export interface LazyViews {
  /** The keys of all lazy views. */
  all: readonly ViewKey[]
  /** Returns a view's source file, by which the server finds its assets in the build manifest. */
  sourceFileOf: (view: ViewKey) => string | undefined
  /** Loads views into the registry. A view that the site does not define is logged and left out. */
  load: (views: readonly ViewKey[], target: Registry) => Promise<void>
}

/** Defines the view of a component kind: `defineComponent<typeof kind>({ View })`. */
export const defineComponent = <K extends ComponentKind>(definition: ComponentDefinition<K>) =>
  // Safe as long as the kind’s schema holds, which the server checks on each save.
  definition as unknown as ComponentDefinition

export const defineLayout = (definition: LayoutDefinition) => definition
export const defineTemplate = (definition: TemplateDefinition) => definition

const RegistryContext = createContext<Registry | null>(null)
export const RegistryProvider = RegistryContext.Provider

/** Returns the site’s views; throws outside of a `<RegistryProvider>`. */
export function useRegistry() {
  const registry = use(RegistryContext)
  if (!registry) throw new Error('useRegistry needs a <RegistryProvider>.')
  return registry
}

/**
 * Returns the name of a layout or template without its prefix: `CwaLayoutPrimary` and `Primary` are the same layout.
 */
export const withoutPrefix = (uiComponent: string | undefined, prefix: 'CwaLayout' | 'CwaPage') =>
  uiComponent?.startsWith(prefix) ? uiComponent.slice(prefix.length) : uiComponent

/** Returns an own property. Names come from content, so inherited ones such as `constructor` are not looked up. */
export const getOwn = <Definition>(
  definitions: Readonly<Record<string, Definition>> = {},
  name: string | undefined = '',
) => (Object.hasOwn(definitions, name) ? definitions[name] : undefined)
