/**
 * The contract between the editor and a component kind's `editor.tsx`, and the context that provides a site's kinds.
 */
import { type ComponentType, createContext, use } from 'react'
import type { FieldData } from '#content/model/field.ts'
import type { Resource } from '#content/model/resource.ts'
import {
  type ComponentKind,
  type InferKind,
  type LayoutKind,
  type PageDataKind,
  type TemplateKind,
  kindOf,
} from '#content/model/kind.ts'
import type { FieldRef } from '#machines/editing/changes/field.ts'
import { EditingContext } from '#src/views/registry/editing-context.ts'

export interface EditProps<K extends ComponentKind = ComponentKind> {
  /** The resource with all pending edits applied, saved or not. */
  resource: InferKind<K>
  /**
   * Changes one field; null removes its value. Typed values are saved after a debounce, choices (`isChoice`) at once.
   */
  change: <Name extends keyof FieldData<K['fields']> & string>(
    property: Name,
    value: NonNullable<FieldData<K['fields']>[Name]> | null,
    options?: { isChoice?: boolean; isRequired?: boolean; clears?: string | undefined },
  ) => void
  /** Error messages of the API about fields, by name. */
  errors: Readonly<Record<string, string>>
  /** Saves pending edits now, for example on blur. */
  flush: () => void
  /** The actors of the edited fields, by name. A component that is being added has none. */
  fieldRefs?: Readonly<Record<string, FieldRef>>
}

/** The same for any resource with fields. */
export interface FieldEdits<R extends Resource = Resource> extends Omit<EditProps, 'resource'> {
  resource: R
}

/** The editor of a component kind. The default export of its `editor.tsx` satisfies `KindEditor<typeof kind>`. */
export interface KindEditor<K extends ComponentKind = ComponentKind> {
  /** Replaces the generated fields in the kind's tab of the resource manager. */
  Tab: ComponentType<EditProps<K>>
}

/** The component kinds of a site that can be added, their editors, the layouts and templates around them, and page data. */
export interface SiteKinds {
  kinds: readonly ComponentKind[]
  layouts: readonly LayoutKind[]
  templates: readonly TemplateKind[]
  data: readonly PageDataKind[]
  /** The editors by `@type`. */
  editors: Readonly<Record<string, KindEditor>>
}

/** The part of the views of the page in edit mode by which they find the kinds. */
export interface WithSite {
  site: SiteKinds
}

const SiteKindsContext = createContext<SiteKinds | null>(null)
export const SiteKindsProvider = SiteKindsContext.Provider

/** Returns the site’s kinds and editors; throws outside of a `<SiteKindsProvider>` and of a page in edit mode. */
export function useSiteKinds() {
  const site = use(SiteKindsContext) ?? (use(EditingContext) as WithSite | null)?.site
  if (!site) throw new Error('useSiteKinds needs a <SiteKindsProvider>')
  return site
}

/** Returns the kind and the editor of a component by its `@type`; either is undefined where the site has none. */
export function useKind(type: string | undefined) {
  const { kinds, editors } = useSiteKinds()
  return {
    kind: kindOf(kinds, type),
    editor: type === undefined ? undefined : editors[type],
  }
}
