/** Replaces the picture of a component by a file that was pasted or dropped, or adds one after another component. */
import { versionsOf } from '#content/change/component-uses.ts'
import { editedVersion } from '#content/change/edited-version.ts'
import { documentOf } from '#content/clipboard/clipboard-document.ts'
import { referenceOf } from '#content/model/field.ts'
import { liveOf } from '#content/model/component-versions.ts'
import { type ComponentKind, kindOf } from '#content/model/kind.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { contentScopeOf } from '#content/page/content-scope.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { hasFile } from '#content/pictures/alt-text.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import type { PickedFileRef } from '#machines/editing/changes/picked-file.ts'
import { editField } from '#machines/editing/changes/pending-edits.ts'
import {
  selectArea,
  selectIsLiveShown,
  selectStack,
} from '#machines/editing/selection/selection.ts'
import { newId } from '#src/ui/new-id.ts'
import { notifyOfRefusal } from '#src/app/effects/editing/picked-file-effects.ts'
import {
  type ClipboardActions,
  selectedIn,
  templateReason,
} from '../clipboard/clipboard-actions.ts'
import type { ClipboardActionsContext } from '../clipboard/copied-components.ts'

type ReadFile = Extract<EmittedBy<'pickedFile'>, { type: 'file.read' }>

export interface PictureActionsContext extends ClipboardActionsContext {
  pickedFileRef: PickedFileRef
  pasteDocument: ClipboardActions['paste']
}

/** Returns the functions that put files of the disk on the page. */
export const createPictureActions = (context: PictureActionsContext) => ({
  /**
   * Reads a file that is added after the selected component. It becomes the picture of one that has none, and of one that
   * nothing can be added after, such as the own picture of a page of data.
   */
  paste: (files: FileList) => paste(context, files),
  /** Reads a file that replaces the picture it was dropped on, or that is added after another component. */
  drop: (files: FileList, hit: Selection | null) => drop(context, files, hit),
  /** Pastes a component for the file that was read, as a draft. */
  add: (id: string) => add(context, id),
  /** Shows the content of a file in the component. */
  apply: ({ content, component, pasteId }: ReadFile) => {
    if (isIriOf('COMPONENT', component)) replace(context, component, { content, pasteId })
  },
})

export type PictureActions = ReturnType<typeof createPictureActions>

const refuse = ({ selectionRef }: PictureActionsContext, reason: string) =>
  notifyOfRefusal(selectionRef.system, reason)

const filePropertyOf = (kind: ComponentKind | undefined) =>
  Object.entries(kind?.fields ?? {}).find(([, field]) => referenceOf(field) === 'file')?.[0]

/** Returns the property of a component that holds a file; undefined if it has none. */
const filePropertyIn = (iri: Iri<'COMPONENT'>, { read, site }: PictureActionsContext) =>
  filePropertyOf(kindOf(site.kinds, read(iri)?.['@type']))

const paste = (context: PictureActionsContext, files: FileList) => {
  const { iri, isLocked } = selectedIn(context)
  const property = iri ? filePropertyIn(iri, context) : undefined
  const resource = iri && context.read(iri)
  const isFilled = resource && property && hasFile(resource, property) && !isLocked
  pick(context, files, property && !isFilled ? iri : null)
}

/** Reads a file for a component, or for a new one. */
const pick = (
  context: PictureActionsContext,
  files: FileList,
  component: Iri<'COMPONENT'> | null,
) => {
  const { pickedFileRef, read, page } = context
  const shownPage = page()
  const isLocked =
    component && shownPage && contentScopeOf(component, shownPage, read) === 'template'
  const [file, ...others] = files
  if (others.length > 0) refuse(context, 'Choose one picture at a time.')
  else if (isLocked) refuse(context, templateReason)
  else if (file)
    pickedFileRef.send({
      type: 'file.picked',
      file,
      component,
      ...(component === null && { pasteId: newId() }),
    })
}

const drop = (context: PictureActionsContext, files: FileList, hit: Selection | null) => {
  const { selectionRef } = context
  if (!hit || hit.area !== selectArea(selectionRef.getSnapshot()))
    return refuse(context, 'Drop it on the part of the page after which it should be.')
  selectionRef.send({ type: 'resource.selected', ...hit })
  const { iri } = selectedIn(context)
  pick(context, files, iri && filePropertyIn(iri, context) ? iri : null)
}

const replace = (
  context: PictureActionsContext,
  component: Iri<'COMPONENT'>,
  { content, pasteId: completes }: Pick<ReadFile, 'content' | 'pasteId'>,
) => {
  const { read, pendingEditsRef } = context
  const isLive = isLiveEdited(component, context)
  const iri = isLive ? component : editedVersion(component, read)
  const property = filePropertyIn(iri, context)
  if (property === undefined) return refuse(context, 'It is not on the page any more.')
  const change = { iri, property, value: content, stored: null, isChoice: true, isLive, completes }
  editField(pendingEditsRef, versionsOf(component, read), change)
  // Each choice is undone by itself.
  pendingEditsRef.send({ type: 'flush.requested' })
}

/** True for the live version of the selected component, if it is edited itself. */
const isLiveEdited = (
  component: Iri<'COMPONENT'>,
  { selectionRef, read }: PictureActionsContext,
) => {
  const snapshot = selectionRef.getSnapshot()
  return (
    selectIsLiveShown(snapshot) === true &&
    versionsOf(component, read).some((version) => version === selectStack(snapshot)[0]) &&
    liveOf(component, read) === component
  )
}

/** Adds a component without a file, in the way in which a copied one is pasted. */
const add = (context: PictureActionsContext, id: string) => {
  const { pickedFileRef, pasteDocument, site } = context
  const { kinds } = site
  const kind = kinds.find((one) => filePropertyOf(one) !== undefined)
  if (!kind) return refuse(context, 'This site has no components with pictures.')
  const copy = {
    type: kind.type,
    endpoint: kind.endpoint,
    hasDrafts: kind.publishable,
    properties: {},
    relations: {},
    files: {},
    groups: [],
  }
  const text = JSON.stringify(documentOf([copy], { kinds, origin: window.location.origin }))
  if (!pasteDocument(text, id)) pickedFileRef.send({ type: 'pick.canceled' })
}
