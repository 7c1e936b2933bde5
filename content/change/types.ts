/** The types of changes: an intent, the requests that carry it out, and the requests that undo it. */
import type { ComponentCopy } from '../clipboard/component-copy.ts'
import type { Iri } from '../model/iri.ts'
import type { PropertyBinding } from '../model/dynamic-content.ts'
import type { FilledPosition } from '../model/insertion-point.ts'
import type { MediaObject } from '../model/media-object.ts'
import type { ReadResource, Resource } from '../model/resource.ts'
import type { GatheredPositions } from './moves/moves-into.ts'
import type { Move, MovedPositions } from './moves/moves-past.ts'
import type { Transfer } from './moves/transfers.ts'

/** A change that the user wants, before it is known which requests it takes. */
export type Intent =
  | {
      kind: 'set'
      iri: Iri
      property: string
      value: unknown
      /** The value when editing began. If the stored value differs by now, someone else has changed it. */
      stored?: unknown
      /** True for an edit of the live version itself; any other is saved as a draft. */
      isLive?: boolean
      /** Another property, which is emptied with it: only one of the two is to have a value. */
      clears?: string
      /** Saves with the same group are undone in one step: those between two pauses. */
      undoGroup?: string
      /** The id of the `paste` whose component this fills with its file: both are undone in one step. */
      completes?: string
      /** The value of this editor that is given up for `value`, which somebody else has stored. Undoing brings it back. */
      givenUp?: unknown
      /** True for an edit that was undone before it could be saved. Nothing is sent, and redoing it saves it. */
      isUndone?: boolean
    }
  | { kind: 'publish'; iri: Iri }
  /** Publishes several components as one change. */
  | { kind: 'publishAll'; iris: readonly Iri[] }
  /**
   * Has a draft published by itself, or the publication end by itself, at a time in ISO 8601, UTC; null if it is not to any
   * more.
   */
  | ({ kind: 'schedule'; iri: Iri } & Schedule)
  /** Recreates a deleted resource with an edit of one property. */
  | { kind: 'restore'; iri: Iri; property: string; value: unknown; known: readonly Resource[] }
  /** Deletes a resource, or only the draft of a component whose live version stays. */
  | { kind: 'delete'; iri: Iri; isDraft?: boolean }
  /** Deletes several positions, each with its component, as one change. */
  | { kind: 'deleteAll'; positions: readonly Iri<'COMPONENT_POSITION'>[] }
  | ({ kind: 'move' } & Move)
  | ({ kind: 'transfer' } & Transfer)
  /** Moves several positions past the one before or after them within their groups, or all of them to one place. */
  | ({ kind: 'moveAll' } & (MovedPositions | GatheredPositions))
  | {
      kind: 'add'
      /** The IRI of the collection: `/component/titles`. */
      endpoint: string
      data: Record<string, unknown>
      group: Iri<'COMPONENT_GROUP'>
      sortValue: number
      /** True for a new live component, false for a draft, null for kinds without drafts. */
      publish: boolean | null
      /** Set for a component that is no new one in the group, but the content of a position that is there. */
      fills?: FilledPosition
      /** The id that it gets, a UUID: when it is sent again, it is not added twice. */
      id?: string
    }
  /** Changes the property of page data that a position shows; null for none. */
  | { kind: 'bind'; position: Iri<'COMPONENT_POSITION'>; binding: PropertyBinding | null }
  /** Creates copies one after the other, from this sort value on. */
  | ({ kind: 'paste'; copies: readonly ComponentCopy[] } & CopyTarget)
  /** Creates a copy of one version of a component of this site, as it is when everything before is saved. */
  | ({ kind: 'duplicate'; iri: Iri } & CopyTarget)

/** The intents of one kind. */
export type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/** The time at which a publication begins by itself, or ends; the other one stays as it is. */
export type Schedule = { publishedAt: string | null } | { publishedUntil: string | null }

interface CopyTarget {
  group: Iri<'COMPONENT_GROUP'>
  sortValue: number
  /** A UUID, from which the ids of the copies are derived: when they are sent again, they are not created twice. */
  id?: string
}

/** An uploaded file: where its content is, and the IRI by which the media library has it. */
export type StoredFile = Pick<MediaObject, '@id' | 'contentUrl'>

/** The content from which a change is planned: what is known of it in this browser. */
export interface KnownContent {
  read: ReadResource
  /** Returns all resources that are known, to find those that refer to another one. */
  resources: () => readonly Resource[]
  /** Returns the content of a file as a data URI, or what else stands for it; undefined while it is not known. */
  readFile: (file: StoredFile) => string | undefined
}

/** An index in a group, counted from 0. */
export interface SortIndex {
  group: Iri<'COMPONENT_GROUP'>
  index: number
}

/** One request of a change. */
export interface Step {
  method: 'POST' | 'PATCH' | 'DELETE'
  /** The IRI of the resource that is written; for POST, of the collection. */
  iri: Iri
  /** Selects the live version or the draft by `?published`, where the IRI alone does not. */
  published?: boolean
  body?: Record<string, unknown>
  ifMatch?: string
  /**
   * The IRIs by which other steps name the created resource: placeholders, or IRIs of deleted resources that are
   * recreated.
   */
  creates?: { iri: Iri; position?: Iri }
  /** True if the step is for the resource that had this IRI before the change began, not for its replacement. */
  targetsOriginal?: boolean
  /** True if the IRI is used as it is, without looking up its aliases. */
  exactIri?: boolean
  /** True for a position that an earlier step of the change may shift, so that its version is not known when it is sent. */
  isShifted?: boolean
  /**
   * The index in the group's order. The sort value in `body` is a preference; the final one is chosen when the step is
   * sent.
   */
  sortIndex?: SortIndex
  /**
   * The index in the plan of the first step that this one undoes. When a later step is refused, only what was sent is rolled
   * back.
   */
  reverts?: number
  /** The resources that the API deletes together with that of a DELETE. */
  removes?: readonly Iri[]
  /** True for the publication of one of several drafts, which may be published in one transaction. */
  isPublication?: boolean
  /** The id of what a POST creates, where the API takes one: what is there already is not created again. */
  id?: string
  /** The publications that may be sent together with this one, set when it is sent. */
  alsoPublishes?: readonly Step[]
  /** The resource that is shown in place of the one that a DELETE removes. */
  reveals?: Iri
}

export interface Plan {
  steps: Step[]
  /** The steps that undo the change; empty if nothing was changed, or if it cannot be undone. */
  inverse: Step[]
  /** The reason why the change cannot be undone, as a message for the user. */
  irreversible?: string
  /** The requests to repeat after the change was made or undone; those of deleted resources are left out. */
  refetch: string[]
  /** The further requests to repeat after making or redoing the change: for what it creates. */
  refetchOnApply?: string[]
  /** The further requests to repeat after undoing. */
  refetchOnUndo?: string[]
  /** The positions after an inserted one, which the API moves on if there is no room for it. */
  following?: Iri[]
  /** The same for what undoing inserts. */
  followingOnUndo?: Iri[]
}

/** The page on which a change was made. */
export interface ChangePage {
  path: string
  title: string
}

export interface Change extends Plan {
  id: string
  intent: Intent
  page?: ChangePage
  /** True once undoing or redoing it was not answered, so that it may have been carried out. */
  isUnanswered?: boolean
  /** The resources that undoing recreates, as they were. A tab does not remember them over a reload. */
  former?: readonly Resource[]
  /** The IRIs of the files whose contents are in the steps. They take the place of these over a reload. */
  files?: ReadonlyMap<unknown, Iri>
}

export interface SaveResult {
  /** The resource as it is stored now, or null if it was deleted. */
  resource: Resource | null
  /** Set when the response has another IRI than the request: a draft was created or published. */
  replaced?: { from: Iri; to: Iri }
}
