/**
 * The catalog of all facts that actors emit, by the id of the actor that emits them. Any other actor may listen to
 * them (`actor-listener.ts`). The types are here rather than with the machines, because machines listen to one another.
 */
import type { Direction } from '#content/change/undo-history.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import type { Message } from '#content/change/update-queue.ts'
import type { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { User } from '#content/model/resource.ts'
import type { Location } from '#content/page/location.ts'
import type { AllowedEvent, NavigationRequest, Visit } from '#content/page/navigation-request.ts'
import type { AssembledPage } from '#content/page/page.ts'

interface EmittedEvents {
  auth:
    | /** The server rendered the page for this user already. */
      { type: 'session.resumed'; user: User }
      /** A user has signed in after the page was rendered for a visitor, so the page has to be fetched again. */
    | { type: 'session.started'; user: User }
    | { type: 'session.ended' }
    /** Signing out failed, so the session continues. */
    | { type: 'signOut.failed'; failure: Failure }

  navigationGuard:
    | /** From now on the guard decides about each navigation. */
      { type: 'navigation.restricted' }
    | { type: 'navigation.unrestricted' }
    | AllowedEvent
    /** The new resource is discarded. */
    | { type: 'add.discarded' }

  navigation:
    | {
        type: 'location.committed'
        location: Location
        visit: Visit
        /** The session has changed: nothing in the cache may be reused. */
        bypassCache: boolean
        /** Why the location was refused, or null. */
        failure: Failure | null
      }
    /** While editing, a navigation happens only if it is allowed. */
    | ({ type: 'navigation.requested' } & NavigationRequest)

  pageRequest:
    | { type: 'page.requested'; location: Location; token: number; bypassCache: boolean }
    /** A screen of the app (sign in, administration) is shown instead of a page of content. */
    | { type: 'page.unloaded' }
    /** There is no such page, or the user may not see it. */
    | { type: 'page.failed'; token: number; failure: Failure }
    /** The page has moved within this site. */
    | { type: 'redirect.followed'; to: string }

  fetcher:
    | { type: 'page.loaded'; token: number; page: AssembledPage }
    | { type: 'page.redirected'; token: number; to: string }
    | { type: 'page.failed'; token: number; failure: Failure }

  /** A new page is rendered. `from` is the path of the page that is left, null if there was none. */
  arrival: { type: 'page.arrived'; from: string | null; to: string }

  errorPage:
    | { type: 'home.requested' }
    /** The site can be reached again, so the page that failed for lack of a connection is requested again. */
    | { type: 'retry.requested' }

  requestTracker: { type: 'requests.busy' } | { type: 'requests.idle' }

  dialogs: { type: 'dialog.answered'; id: string; outcome: boolean }

  deferred: { type: 'hub.discovered'; url: string }

  hubConnection:
    | ({ type: 'message.received' } & Message)
    /** Emitted after each connect, including reconnects. */
    | { type: 'connection.opened' }
    | { type: 'connection.lost' }

  network: { type: 'network.restored' }

  editMode:
    | { type: 'edit.entered' }
    | { type: 'edit.exited' }
    | { type: 'add.started' }
    | { type: 'add.ended' }
    /** Sent once all edits are saved, because saving needs the session. */
    | { type: 'signOut.requested' }

  /** A press or Tab selects this; an empty stack is the space beside all resources. */
  pageInput: { type: 'resource.selected'; stack: readonly Iri[]; area: 'page' | 'layout' }

  editorChrome: { type: 'chrome.hidden' } | { type: 'chrome.shown' }

  addResource:
    | /** The new resource is on the page, unsaved, and is to be selected. */
      { type: 'add.staged'; stack: Iri[] }
      /** The new resource is saved and on the page, and is to be selected. */
    | { type: 'add.inserted'; stack: Iri[] }
    /** The new resource is saved, and takes the place of the unsaved one. */
    | { type: 'add.saved'; resource: Iri; position: Iri }
    /** The user has decided to keep the unsaved resource. */
    | { type: 'discard.canceled' }

  pendingAction:
    | /** All edits, or those of one resource, are to be saved before the action runs. */
      { type: 'save.requested'; iri: Iri | null }
      /** An edit could not be saved, so the action does not run: the edit waits for a decision. */
    | { type: 'action.refused' }
    /** Sent once all edits are saved, so that the last edit is the one that is undone. */
    | { type: 'undo.requested' }
    | { type: 'redo.requested' }

  pendingEdits:
    | /** `isSaved` is false when an edit could not be saved. */
      { type: 'save.settled'; isSaved: boolean }
      /** The user has moved a position to the index `to` of the `count` positions in its group; it is not saved yet. */
    | { type: 'position.moved'; to: number; count: number }

  changeQueue:
    | { type: 'change.saved'; id: string; intent: Intent; saved: SaveResult }
    | { type: 'change.failed'; id: string; intent: Intent; failure: Failure }
    /** `restored` is the resource that is there again, if the change removed or added one. */
    | { type: 'change.undone'; intent: Intent; saved: SaveResult; restored: Iri | null }
    | { type: 'change.redone'; intent: Intent; saved: SaveResult; restored: Iri | null }
    /** An undo or redo failed; `isPartial` is true if some of its requests were done. The others can be retried. */
    | { type: 'undo.failed'; direction: Direction; isPartial: boolean; failure: Failure }
    | { type: 'iri.replaced'; from: Iri; to: Iri }
    | { type: 'resource.removed'; iri: Iri }
}

export type EmitterId = keyof EmittedEvents
export type EmittedBy<Id extends EmitterId> = EmittedEvents[Id]
