import type { Command } from 'prosemirror-state'
import type { TextEditor } from '../create-text-editor.ts'

/** Runs a command on the selected text, which has the focus again. */
export function run({ view }: TextEditor, command: Command) {
  view.focus()
  command(view.state, view.dispatch, view)
}
