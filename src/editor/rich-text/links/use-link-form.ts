import { useEffect } from 'react'
import { type LinkFormRef, linkFormMachine } from '#machines/editing/rich-text/link-form.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { isApple, matchesShortcut } from '../../shortcuts.ts'
import { run } from '../commands/run.ts'
import type { TextEditor } from '../create-text-editor.ts'
import { linkAt, setLink } from './links.ts'

/**
 * Returns the actor of the link form of a text, and a function that opens the form, as its keys do. Once the form is closed,
 * its link is set and the text has the focus again.
 */
export function useLinkForm(editor: TextEditor) {
  const linkFormRef = useViewActor('linkForm', linkFormMachine, undefined)
  useEffect(() => {
    const subscription = linkFormRef.on('form.closed', ({ address }) => {
      if (address === null) editor.view.focus()
      else run(editor, setLink(address))
    })
    return () => subscription.unsubscribe()
  }, [editor, linkFormRef])
  useEffect(() => {
    const { dom } = editor.view
    const handleKey = (event: KeyboardEvent) => {
      // On a Mac, Ctrl+K deletes the rest of the line.
      if (!matchesShortcut(event, 'link') || (event.ctrlKey && isApple())) return
      event.preventDefault()
      requestLink(editor, linkFormRef)
    }
    dom.addEventListener('keydown', handleKey)
    return () => dom.removeEventListener('keydown', handleKey)
  }, [editor, linkFormRef])
  return { linkFormRef, editLink: () => requestLink(editor, linkFormRef) }
}

const requestLink = ({ view }: TextEditor, linkFormRef: LinkFormRef) =>
  linkFormRef.send({ type: 'link.requested', address: linkAt(view.state) ?? '' })
