import { FormatMenu } from './FormatMenu.tsx'
import { useCurrentEditor } from './current.ts'

/** The format buttons of the text being edited, for where a bubble beside it is out of reach. */
export function CurrentFormatMenu() {
  const editor = useCurrentEditor()
  return editor && <FormatMenu editor={editor} />
}
