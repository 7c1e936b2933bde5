import { FormatToolbar } from './FormatToolbar.tsx'
import { useActiveEditor } from './active-editor.ts'

/** The format buttons of the text being edited, for where a bubble beside it is out of reach. */
export function ActiveFormatToolbar() {
  const editor = useActiveEditor()
  return editor && <FormatToolbar editor={editor} />
}
