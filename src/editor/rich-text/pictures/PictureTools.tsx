import type { EditorState } from 'prosemirror-state'
import type { MediaFile } from '#content/pictures/media-library.ts'
import type { TextEditor } from '../create-text-editor.ts'
import { AtCaret } from '../toolbar/AtCaret.tsx'
import { useEditorValue } from '../toolbar/use-editor-value.ts'
import { PictureChoice } from './PictureChoice.tsx'
import { PictureForm } from './PictureForm.tsx'
import { pictureAttributes } from './picture-attributes.ts'
import { insertPicture, pictureIn } from './picture-commands.ts'
import { useAddPictures } from './use-add-pictures.ts'

interface PictureToolsProps {
  editor: TextEditor
  /** True while a picture is chosen for the place of the caret. */
  isChoosing: boolean
  onChosen: () => void
}

const selectedPosition = (state: EditorState) => pictureIn(state)?.from ?? -1

/** Chooses a picture for the place of the caret, or describes the one that is selected. */
export function PictureTools({ editor, isChoosing, onChosen }: PictureToolsProps) {
  const { view, changeAlone } = editor
  const addPictures = useAddPictures()
  const selected = useEditorValue(editor, selectedPosition)
  const close = () => {
    onChosen()
    view.focus()
  }
  const pick = (file: File) => {
    close()
    addPictures(editor, [file], view.state.selection.to)
  }
  const choose = (file: MediaFile) => {
    const attributes = pictureAttributes(file)
    close()
    if (attributes) changeAlone((state) => insertPicture(state, attributes))
  }
  if (isChoosing)
    return (
      <AtCaret editor={editor} label="Image">
        <PictureChoice onPick={pick} onChoose={choose} onCancel={close} />
      </AtCaret>
    )
  return selected === -1 ? null : (
    <AtCaret key={selected} editor={editor} label="Image">
      <PictureForm editor={editor} />
    </AtCaret>
  )
}
