import { FormatToolbar } from './FormatToolbar.tsx'
import { useActiveEditor } from './use-active-editor.ts'

/** Shows the format buttons of the active editor in the panel, for keyboards and small screens. */
export function ActiveFormatToolbar() {
  const editor = useActiveEditor()
  return editor && <FormatToolbar editor={editor} />
}
