/** Holds the places of the pictures that are being uploaded for a text. They are no part of it until they are there. */
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import type { PickedFile } from '#content/pictures/uploads.ts'
import { isMarked } from '../../pictures/drop-listeners.ts'
import { newId } from '#src/ui/new-id.ts'
import { placeFor } from './picture-commands.ts'

type Change = { added: readonly Decoration[] } | { removed: string }

const key = new PluginKey<DecorationSet>('pendingPictures')

const pendingIn = (state: EditorState, id?: string) =>
  key
    .getState(state)
    ?.find(undefined, undefined, (spec) => id === undefined || spec['id'] === id) ?? []

/** Returns the ids of the pictures that are not there yet, one a line. */
export const pendingIds = (state: EditorState) =>
  pendingIn(state)
    .map(({ spec }) => String(spec['id']))
    .join('\n')

/** Returns the element in the place of a picture, and the position of it; null where it was deleted. */
export function pendingPlace(state: EditorState, id: string) {
  const [found] = pendingIn(state, id)
  return found ? { pos: found.from, element: found.spec['element'] as HTMLElement } : null
}

/** Returns a transaction that removes the place of a picture. */
export const withoutPlace = ({ tr }: EditorState, id: string) =>
  tr.setMeta(key, { removed: id } satisfies Change)

/** Adds places for files at a position of the text, and returns the files with the ids of those. */
export function addPlaces(view: EditorView, files: readonly File[], pos: number): PickedFile[] {
  const picked = files.map((file) => ({ id: newId(), file }))
  const place = placeFor(view.state, pos)
  const added = picked.map(({ id }) => placeOf(view, place, id))
  view.dispatch(view.state.tr.setMeta(key, { added } satisfies Change))
  return picked
}

function placeOf({ dom }: EditorView, pos: number, id: string) {
  const element = dom.ownerDocument.createElement('div')
  element.contentEditable = 'false'
  return Decoration.widget(pos, element, { id, key: id, element, side: -1, stopEvent: () => true })
}

/** Returns the files of what is pasted or dropped; none where it has words or was dragged within the page. */
function filesIn(data: DataTransfer | null) {
  if (!data || isMarked(data)) return []
  const { body } = new DOMParser().parseFromString(data.getData('text/html'), 'text/html')
  return body.textContent.trim() ? [] : [...data.files]
}

/** Reports the files that are pasted into a text or dropped on it, and where. */
export type OnFiles = (view: EditorView, files: readonly File[], pos: number) => void

function placesAfter(tr: Transaction, before: DecorationSet) {
  const places = before.map(tr.mapping, tr.doc)
  const change = tr.getMeta(key) as Change | undefined
  if (!change) return places
  if ('added' in change) return places.add(tr.doc, [...change.added])
  return places.remove(places.find(undefined, undefined, ({ id }) => id === change.removed))
}

export const createPendingPictures = (onFiles: OnFiles) =>
  new Plugin<DecorationSet>({
    key,
    state: { init: () => DecorationSet.empty, apply: placesAfter },
    props: {
      decorations: (state) => key.getState(state),
      handlePaste(view, { clipboardData }) {
        const files = filesIn(clipboardData)
        if (files.length > 0) onFiles(view, files, view.state.selection.to)
        return files.length > 0
      },
      handleDrop(view, { dataTransfer, clientX, clientY }, _slice, isMoved) {
        const files = isMoved ? [] : filesIn(dataTransfer)
        const pos = view.posAtCoords({ left: clientX, top: clientY })?.pos
        if (files.length === 0 || pos === undefined) return false
        onFiles(view, files, pos)
        return true
      },
    },
  })
