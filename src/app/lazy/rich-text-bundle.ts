/** Entry of the chunk that formats texts, which is loaded apart from the rest of the editor. */
import type { RichTextCode } from '#src/editor/rich-text/rich-text-code.ts'
import { FormattedText } from '#src/editor/rich-text/FormattedText.tsx'

export const richText: RichTextCode = { FormattedText }
