/** What a site says about its own kinds, layouts and templates to the views. `site/index.ts` finds them all. */
import { type ComponentType, type ReactNode, createContext, use } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Component, Layout, Page } from '#content/model/resource.ts'

export interface ComponentViewProps<Kind extends Component = Component> {
  iri: Iri
  resource: Kind
  /** The position it stands in; null where it stands in none. */
  position: Iri | null
}

export interface ComponentDefinition<Kind extends Component = Component> {
  View: ComponentType<ComponentViewProps<Kind>>
  /** Other looks, by the name that `uiComponent` stores. */
  variants?: Record<string, ComponentType<ComponentViewProps<Kind>>>
  /** The properties it shows as HTML: they are cleaned before anything is kept. */
  html?: (keyof Kind & string)[]
}

export interface LayoutDefinition {
  /** Draws the page (`children`) and, by `<Group>`, the layout's own groups. */
  View: ComponentType<{ iri: Iri; resource: Layout; children: ReactNode }>
}

export interface TemplateDefinition {
  View: ComponentType<{ iri: Iri; resource: Page }>
}

/** By name: a component's `@type`; a layout's or template's name without prefix. */
export interface Views {
  components: Record<string, ComponentDefinition>
  layouts: Record<string, LayoutDefinition>
  templates: Record<string, TemplateDefinition>
}

/** The views that are there, and where the others come from. */
export interface Registry extends Views {
  pieces: () => Promise<LazyViews>
}

/** Which view is meant: of what sort, and its name. */
export type ViewKey = readonly [sort: keyof Views, name: string]

/** The views whose code comes by itself, with the first content that needs it. */
export interface LazyViews {
  /** Every one there is. */
  all: readonly ViewKey[]
  /** Its file among the sources. */
  sourceFileOf: (view: ViewKey) => string | undefined
  /** Adds views to those that are there. One that nobody has made is told once; content goes on without it. */
  load: (views: readonly ViewKey[], target: Views) => Promise<void>
}

// What a kind's view may expect of its resource is the kind's own promise, checked where it is stored; the registry
// hands every view what the API sent.
export const defineComponent = <Kind extends Component>(definition: ComponentDefinition<Kind>) =>
  definition as unknown as ComponentDefinition

export const defineLayout = (definition: LayoutDefinition) => definition
export const defineTemplate = (definition: TemplateDefinition) => definition

const RegistryContext = createContext<Registry | null>(null)
export const RegistryProvider = RegistryContext.Provider

export function useRegistry() {
  const registry = use(RegistryContext)
  if (!registry) throw new Error('useRegistry needs a <RegistryProvider>.')
  return registry
}

/** What a stored `uiComponent` is called here: `CwaLayoutPrimary` and `Primary` are the same layout. */
export const withoutPrefix = (uiComponent: string | undefined, prefix: 'CwaLayout' | 'CwaPage') =>
  uiComponent?.startsWith(prefix) ? uiComponent.slice(prefix.length) : uiComponent

/** What a site has under a name that came with content: names that every object answers to are not among them. */
export const getOwn = <Definition>(
  definitions: Readonly<Record<string, Definition>> = {},
  name: string | undefined = '',
) => (Object.hasOwn(definitions, name) ? definitions[name] : undefined)
