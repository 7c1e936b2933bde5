/** Defines the events that the selection receives and emits. */
import { assertEvent } from 'xstate'
import type { Iri } from '#content/model/iri.ts'
import type { Stack } from '#content/model/selection-fallbacks.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import type { EmittedBy } from '../../emitted-events.ts'

declare module '../../emitted-events.ts' {
  interface EmittedEvents {
    /**
     * `selection.changed`: another resource is selected, or null, because the user has selected or saved it, or another
     * page is shown. `selection.moved`: what was selected is removed or restored, so `iri` is selected without an action of the
     * user.
     */
    selection:
      { type: 'selection.changed'; iri: Iri | null } | { type: 'selection.moved'; iri: Iri }
  }
}

export type SelectionEvent =
  | ({ type: 'resource.selected' } & Selection)
  /** Selects an ancestor and drops everything inside it from the stack. */
  | { type: 'ancestor.selected'; index: number }
  | { type: 'selection.cleared' }
  /** Another page is shown. */
  | { type: 'location.committed' }
  /** Shows the live version or the draft of a resource that has both, by its IRI, which the page names from now on. */
  | { type: 'version.selected'; live: boolean; iri: Iri }
  | Extract<EmittedBy<'changeQueue'>, { type: 'iri.replaced' }>
  | Extract<EmittedBy<'pendingEdits'>, { type: 'resource.removed' }>
  /** The content around the selected resource is known, or has changed. */
  | { type: 'fallbacks.changed'; fallbacks: readonly Stack[] }
  /** The selected resource is in another position, because somebody has moved it. */
  | ({ type: 'ancestors.changed' } & Selection)
  /** A resource that undo or redo has restored, or a copy, is on the page. */
  | EmittedBy<'restoredSelection'>
  | EmittedBy<'addResource'>
  | Extract<EmittedBy<'stagedResource'>, { type: 'add.saved' }>
  /** Several components are selected together. */
  | { type: 'components.selected' }

/** Returns what a `resource.selected` event selects; its stack is empty for the space beside all resources. */
export const selectedOf = (event: SelectionEvent): Selection => {
  assertEvent(event, 'resource.selected')
  return event
}
