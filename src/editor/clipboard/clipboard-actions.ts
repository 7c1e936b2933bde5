/**
 * Duplicates, copies and cuts the selected component, or several that are selected, and pastes beside it. The keys, the
 * menus and the buttons all call these functions, which read what is selected when they are called.
 */
import { documentOf, whyTooLarge } from '#content/clipboard/clipboard-document.ts'
import { isShownOnce } from '#content/change/component-uses.ts'
import { readPasted } from '#content/clipboard/read-pasted.ts'
import { insertionPointFor } from '#content/model/insertion-point.ts'
import { type Iri, NEW_RESOURCE, isIriOf } from '#content/model/iri.ts'
import { publishState } from '#content/model/publish-state.ts'
import { visibleVersion } from '#content/model/visible-version.ts'
import { contentScopeOf } from '#content/page/content-scope.ts'
import { positionIn } from '#content/page/selection/multiple-selection.ts'
import type { AppNotification } from '#machines/app/app-notification.ts'
import type { Deletion } from '#machines/editing/pending-action-intent.ts'
import { selectIsLiveShown, selectStack } from '#machines/editing/selection/selection.ts'
import { newId } from '#src/ui/new-id.ts'
import { refusalOf } from '../action-refusal.ts'
import { flavorsOf } from './clipboard-flavors.ts'
import {
  type ClipboardActionsContext,
  copiesOf,
  groupsIn,
  pendingEditsOf,
  selectedComponents,
} from './copied-components.ts'
import { writeClipboard } from './browser-clipboard.ts'

/** Writes flavors to the clipboard. Returns false where that is refused. */
type Write = (flavors: Readonly<Record<string, string>>) => boolean

/** Returns the functions that duplicate, copy, cut and paste. */
export const createClipboardActions = (context: ClipboardActionsContext) => ({
  /** Returns false if nothing that can be duplicated is selected. */
  duplicate: () => duplicate(context),
  copy: (write: Write = writeClipboard) => copy(context, write),
  cut: (write: Write = writeClipboard) => cut(context, write),
  /** Pastes a document of copied components. Returns false if they cannot be pasted here and now. */
  paste: (text: string, id = newId()) => paste(context, text, id),
  /** Says what to do with words that are pasted while a component is selected. */
  refuseWords: () => {
    if (selectedIn(context).iri)
      notify(context, 'Not pasted', ['To paste words, click into a text first.'])
  },
  /** Asks for what is on the clipboard, which is then pasted. */
  pasteClipboard: () => context.clipboardRef.send({ type: 'read.requested' }),
  /** Tells the clipboard that something else was copied in place of a component. */
  forget: () => context.clipboardRef.send({ type: 'text.copied' }),
})

export type ClipboardActions = ReturnType<typeof createClipboardActions>

/**
 * Returns what is selected: a component as its visible version, and the position or group beside which something is
 * added. The own component of a page of data has none: its position belongs to the template.
 */
export const selectedIn = ({ selectionRef, read, page }: ClipboardActionsContext) => {
  const snapshot = selectionRef.getSnapshot()
  const stack = selectStack(snapshot)
  const [selected] = stack
  const component = isIriOf('COMPONENT', selected) && selected !== NEW_RESOURCE ? selected : null
  const group = isIriOf('COMPONENT_GROUP', selected) ? selected : undefined
  const addTarget = group ?? stack.find((iri) => isIriOf('COMPONENT_POSITION', iri))
  const shownPage = page()
  return {
    iri:
      component &&
      (visibleVersion(component, read, selectIsLiveShown(snapshot) === true) ?? component),
    addTarget,
    isLocked:
      addTarget !== undefined &&
      shownPage !== null &&
      contentScopeOf(addTarget, shownPage, read) === 'template',
  }
}

const currentReason = ({ editModeRef }: ClipboardActionsContext) =>
  refusalOf(editModeRef.getSnapshot())

export const templateReason =
  'This place belongs to the template of the page. Edit the template instead.'

/** Says why something is not done, or not all of it. */
export const notify = (
  { notificationsRef }: Pick<ClipboardActionsContext, 'notificationsRef'>,
  heading: string,
  messages: string[],
  tone: AppNotification['tone'] = 'problem',
) =>
  notificationsRef.send({ type: 'notification.added', key: 'clipboard', tone, heading, messages })

const duplicate = (context: ClipboardActionsContext): boolean => {
  const { iri, addTarget, isLocked } = selectedIn(context)
  const { read, editModeRef } = context
  const component = iri && read(iri)
  if (!component) return duplicateAll(context)
  const insertionPoint = addTarget && !isLocked ? insertionPointFor(addTarget, 'after', read) : null
  const reason = insertionPoint ? currentReason(context) : templateReason
  const isPublic = publishState(component) === null
  if (reason !== null) notify(context, 'Not duplicated', [reason])
  else if (insertionPoint)
    editModeRef.send({ type: 'duplicate.requested', iri, insertionPoint, isPublic, id: newId() })
  return true
}

/** Creates copies of the components that are selected together, after the last of them. */
const duplicateAll = (context: ClipboardActionsContext): boolean => {
  const { read, editModeRef } = context
  const selected = selectedComponents(context)
  const last = selected.at(-1)
  if (!last) return false
  const refuse = (reason: string) => notify(context, 'Not duplicated', [reason])
  const iris = selected.map((component) => component.iri)
  const copies = copiesOf(iris, context)
  const position = positionIn(last)
  const insertionPoint = position ? insertionPointFor(position, 'after', read) : null
  const busy = currentReason(context)
  if (groupsIn(selected).size > 1)
    refuse('They are in different sections. Select components of one section only.')
  else if (busy !== null) refuse(busy)
  else if (copies && insertionPoint) {
    const isPublic = copies.some(({ hasDrafts }) => !hasDrafts)
    editModeRef.send({ type: 'paste.requested', copies, insertionPoint, isPublic, id: newId() })
  }
  return true
}

/** Copies the component, or those that are selected together. Returns false if there is none. */
const copy = (context: ClipboardActionsContext, write: Write): boolean => {
  const { iri } = selectedIn(context)
  const selected = selectedComponents(context).map((component) => component.iri)
  const copied = iri ? [iri] : selected
  if (copied.length === 0) return false
  writeCopies(context, copied, { write, cut: null })
  return true
}

/** Copies the component, and deletes it here: it stays wherever else it is shown. */
const cut = (context: ClipboardActionsContext, write: Write): boolean => {
  const selected = selectedComponents(context)
  const { iri, addTarget, isLocked } = selectedIn(context)
  if (!iri && selected.length === 0) return false
  const reason =
    selected.length > 0 || (addTarget && !isLocked) ? currentReason(context) : templateReason
  if (reason !== null) notify(context, 'Not cut', [reason])
  else if (!iri) {
    const copied = selected.map((component) => component.iri)
    const positions = selected.flatMap((component) => positionIn(component) ?? [])
    writeCopies(context, copied, {
      write,
      cut: { type: 'deleteAll.requested', positions, isCut: true },
    })
  } else if (addTarget) {
    const removed = isOnlyHere(iri, context) ? iri : addTarget
    writeCopies(context, [iri], {
      write,
      cut: { type: 'delete.requested', iri: removed, isCut: true },
    })
  }
  return true
}

interface WriteOptions {
  write: Write
  /** Deletes what is cut; null if it is only copied. */
  cut: Deletion | null
}

/** Copies components, and has them deleted after that if they are cut. */
const writeCopies = (
  context: ClipboardActionsContext,
  iris: readonly Iri<'COMPONENT'>[],
  { write, cut: deletion }: WriteOptions,
) => {
  const { site, clipboardRef } = context
  const refuse = (reason: string) =>
    notify(context, deletion === null ? 'Not copied' : 'Not cut', [reason])
  const copies = copiesOf(iris, context)
  const document =
    copies && documentOf(copies, { kinds: site.kinds, origin: window.location.origin })
  const tooLarge = document && whyTooLarge(document)
  if (!document) refuse('This site does not recognize this component or one inside it.')
  else if (tooLarge !== null) refuse(tooLarge)
  else if (!write(flavorsOf(document, site.kinds)))
    refuse('This browser allows this from the keyboard only.')
  else clipboardRef.send({ type: 'component.copied', document, cut: deletion })
}

/**
 * True if the component itself is deleted. Otherwise its position is, with both versions: those that there are, or will be once
 * an edit is saved.
 */
const isOnlyHere = (iri: Iri<'COMPONENT'>, context: ClipboardActionsContext) =>
  isShownOnce(iri, context.read) && pendingEditsOf(iri, context).length === 0

const paste = (context: ClipboardActionsContext, text: string, id: string): boolean => {
  const { iri, addTarget, isLocked } = selectedIn(context)
  const { read, site, editModeRef } = context
  const refuse = (reason: string) => {
    notify(context, 'Not pasted', [reason])
    return false
  }
  const insertionPoint = addTarget ? insertionPointFor(addTarget, 'after', read) : null
  if (isLocked || (iri && !addTarget)) return refuse(templateReason)
  if (!insertionPoint) return refuse('First select where to paste it.')
  const busy = currentReason(context)
  if (busy !== null) return refuse(busy)
  const group = read(insertionPoint.group)
  const pasted = readPasted(text, { kinds: site.kinds, origin: window.location.origin, group })
  if ('refusal' in pasted) return refuse(pasted.refusal)
  const { copies, missing } = pasted
  if (missing.length > 0)
    notify(context, 'Some things are missing', [`Not copied: ${missing.join(', ')}.`], 'info')
  const isPublic = copies.some(({ hasDrafts }) => !hasDrafts)
  editModeRef.send({ type: 'paste.requested', copies, insertionPoint, isPublic, id })
  return true
}
