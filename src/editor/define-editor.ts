/** What a kind adds for those who edit it: `editor.tsx` in its folder, loaded with the editor. */
import { type ComponentType, createContext, use } from 'react'
import type { Iri } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'

export interface EditProps<Kind extends Component = Component> {
  /** As it is being edited: what is typed counts, saved or not. */
  resource: Kind
  /** What somebody typed into a property. It is saved by itself, a moment later; a choice at once. */
  change: (property: string, value: unknown, options?: { isChoice?: boolean }) => void
  /** They have finished with it: save it now. */
  flush: () => void
}

export interface InPlaceProps<Kind extends Component = Component> extends EditProps<Kind> {
  /** The position it stands in; null where it stands in none. */
  position: Iri | null
  selected: boolean
}

export interface KindEditor<Kind extends Component = Component> {
  /** Stands where the kind's view stands. Without one the view itself is shown, as it is being edited. */
  InPlace?: ComponentType<InPlaceProps<Kind>>
  /** What the kind's own tab in the resource manager holds. */
  Tab?: ComponentType<EditProps<Kind>>
}

// As with views: what a kind's editor may expect of its resource is the kind's own promise.
export const defineEditor = <Kind extends Component>(editor: KindEditor<Kind>) =>
  editor as unknown as KindEditor

/** All this site has to say to the editor. */
export interface SiteKinds {
  kinds: readonly ComponentKind[]
  /** By `@type`. */
  editors: Readonly<Record<string, KindEditor>>
}

const SiteKindsContext = createContext<SiteKinds | null>(null)
export const SiteKindsProvider = SiteKindsContext.Provider

export function useSiteKinds() {
  const site = use(SiteKindsContext)
  if (!site) throw new Error('useSiteKinds needs a <SiteKindsProvider>.')
  return site
}

/** What a kind says about itself and how it is edited, by `@type`. */
export function useKind(type: string | undefined) {
  const { kinds, editors } = useSiteKinds()
  return {
    kind: kinds.find((kind) => kind.type === type),
    editor: type === undefined ? undefined : editors[type],
  }
}
