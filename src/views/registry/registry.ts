/** The registry of a site's views: components, layouts and templates. */
import {
  type ComponentType,
  type ReactElement,
  type ReactNode,
  createContext,
  use,
  useSyncExternalStore,
} from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { Html, Presentation } from '#content/model/field.ts'
import type { ComponentKind, Declared, InferKind, VariantName } from '#content/model/kind.ts'
import type { Layout, Page, PageData } from '#content/model/resource.ts'
import type { RenderHtmlEditor } from '../page/HtmlView.tsx'

/** The values of inline fields and files that a view gets; in edit mode their editors, to be rendered in their place. */
interface InlineValues {
  text: ReactNode
  html: Html | RenderHtmlEditor
  /** In edit mode a data URI until it is saved, or the control that chooses a missing one; else absent. */
  file: string | ReactElement
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

/** A page or its data as a template gets it; in edit mode with the editors of its title and of its inline fields. */
type WithInlineTitle<R> = Omit<Declared<R>, 'title'> & { title?: ReactNode }
export type InlinePage = WithInlineTitle<Page>
export type InlinePageData = WithInlineTitle<PageData>

export interface TemplateDefinition {
  View: ComponentType<{ iri: Iri<'PAGE'>; resource: InlinePage }>
}

/** Views by name: the `@type` of a component, or the unprefixed name of a layout or template. */
export interface Views {
  readonly components: Readonly<Record<string, ComponentDefinition>>
  readonly layouts: Readonly<Record<string, LayoutDefinition>>
  readonly templates: Readonly<Record<string, TemplateDefinition>>
}

/** The views of a site that every page loads, and the loader of the lazy ones. `site/index.ts` creates it. */
export interface SiteViews extends Views {
  lazyViews: () => Promise<LazyViews>
}

/** A field of a view that is generated, and how it is shown. */
export type ShownField = readonly [name: string, presentation: Presentation]

/** The fields of the kinds that have no view of their own, by `@type`. */
export type GeneratedViews = Readonly<Record<string, readonly ShownField[]>>

/** The views that an app has loaded, and the loader of the others. `createRegistry` creates it when the app starts. */
export interface Registry extends Pick<SiteViews, 'lazyViews'> {
  /** The kinds whose views are generated. The server finds them and tells the browser. */
  generated: GeneratedViews
  /** Returns the views that are loaded. */
  read: () => Views
  /** Adds views. One that is registered stays, because it may be shown. */
  add: (loaded: readonly LoadedView[]) => void
  /** Calls `onChange` after views were added, until the returned function is called. */
  subscribe: (onChange: () => void) => () => void
}

/** The key of a view: the type of view and its name. */
export type ViewKey = readonly [type: keyof Views, name: string]

export type LoadedView = readonly [key: ViewKey, definition: Views[keyof Views][string]]

/** The views whose code is loaded with the first content that needs it. */
export interface LazyViews {
  /** The keys of all lazy views. */
  all: readonly ViewKey[]
  /** Returns a view's source file, by which the server finds its assets in the build manifest. */
  sourceFileOf: (view: ViewKey) => string | undefined
  /** Loads views. One that the site does not define is generated from its fields, or else logged and left out. */
  load: (views: readonly ViewKey[], generated: GeneratedViews) => Promise<LoadedView[]>
}

/** Defines the view of a component kind: `defineComponent<typeof kind>({ View })`. */
export const defineComponent = <K extends ComponentKind>(definition: ComponentDefinition<K>) =>
  // Safe as long as the kind’s schema holds, which the server checks on each save.
  definition as unknown as ComponentDefinition

export const defineLayout = (definition: LayoutDefinition) => definition
export const defineTemplate = (definition: TemplateDefinition) => definition

const RegistryContext = createContext<Registry | null>(null)
export const RegistryProvider = RegistryContext.Provider

type NamedViews<Type extends keyof Views> = Readonly<Record<string, Views[Type][string]>>

/** Returns a view of the site, undefined until it is loaded; throws outside of a `<RegistryProvider>`. */
export function useView<Type extends keyof Views>(type: Type, name: string | undefined) {
  const registry = use(RegistryContext)
  if (!registry) throw new Error('useView needs a <RegistryProvider>')
  const read = () => getOwn(registry.read()[type] as NamedViews<Type>, name)
  return useSyncExternalStore(registry.subscribe, read, read)
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
