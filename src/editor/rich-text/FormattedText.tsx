import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Html } from '#content/model/field.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { BlockMenu } from './block-menu/BlockMenu.tsx'
import { useLinkForm } from './links/use-link-form.ts'
import { PictureTools } from './pictures/PictureTools.tsx'
import { useAddPictures } from './pictures/use-add-pictures.ts'
import { FormatToolbar } from './toolbar/FormatToolbar.tsx'
import { TextTools, type TextToolsProps } from './toolbar/TextTools.tsx'
import type { TextEditor } from './create-text-editor.ts'
import { htmlOfDocument, mountEditor, replaceContent, unmountEditor } from './mount-editor.ts'
import { type FormattedTextProps, pressedPointsOf, textboxAttributes } from './rich-text-code.ts'

/** Edits a text in an editor, with the format buttons beside the text that was focused last. */
export function FormattedText(props: FormattedTextProps) {
  const { textRef, inPanel, hasTools } = props
  const editor = useTextEditor(props)
  return editor && hasTools ? <Formats {...{ editor, textRef, inPanel }} /> : null
}

interface FormatsProps extends Omit<TextToolsProps, 'children'> {
  editor: TextEditor
}

/** Shows the format buttons of a text, offers blocks in it, and shows what can be done about a picture. */
function Formats({ editor, ...tools }: FormatsProps) {
  const { linkFormRef, editLink } = useLinkForm(editor)
  const [isChoosing, setChoosing] = useState(false)
  const choosePicture = () => setChoosing(true)
  return (
    <>
      <TextTools {...tools}>
        <FormatToolbar
          {...{ editor, linkFormRef }}
          inPanel={tools.inPanel}
          onLink={editLink}
          onPicture={choosePicture}
        />
      </TextTools>
      <BlockMenu
        editor={editor}
        openForm={(form) => (form === 'picture' ? choosePicture() : editLink())}
      />
      <PictureTools {...{ editor, isChoosing }} onChosen={() => setChoosing(false)} />
    </>
  )
}

/** Mounts an editor on the element of a text, and returns it. */
function useTextEditor({ textRef, id, htmlBeforeTypingRef, ...text }: FormattedTextProps) {
  const { label, html } = text
  const [editor, setEditor] = useState<TextEditor | null>(null)
  const editModeRef = useAppActor('editMode')
  const addPictures = useAddPictures()

  // The editor outlives many renders, so its callbacks always call the latest props.
  const change = useEffectEvent((newHtml: Html | null) => text.onChange(newHtml))
  const flush = useEffectEvent(() => text.onBlur())
  const mount = useEffectEvent((element: HTMLElement) =>
    mountEditor({
      element,
      html: (htmlBeforeTypingRef.current ?? text).html ?? '',
      isTyped: htmlBeforeTypingRef.current !== null,
      press: pressedPointsOf(id, editModeRef),
      attributes: textboxAttributes(label),
      onChange: (newHtml) => change(newHtml),
      onBlur: () => flush(),
      onFiles: (...files) => addPictures(...files),
    }),
  )

  useLayoutEffect(() => {
    const textEl = textRef.current!
    const mountedEditor = mount(textEl)
    setEditor(mountedEditor)
    return () => {
      setEditor(null)
      unmountEditor(mountedEditor, textEl)
    }
  }, [textRef])
  const isUndoOrRedo = useRecentHistoryRun()
  useLayoutEffect(() => {
    // Unless it was typed into the editor, the HTML was changed elsewhere.
    if (editor && htmlOfDocument(editor.view.state.doc) !== html)
      replaceContent(editor, html ?? '', isUndoOrRedo())
  }, [editor, html, isUndoOrRedo])
  return editor
}

/** Returns a function that tells whether the page shows what an undo or redo has changed just now. */
function useRecentHistoryRun() {
  const changeQueueRef = useAppActor('changeQueue')
  const isRecentRef = useRef(false)
  useEffect(() => {
    const set = () => {
      isRecentRef.current = true
      // The page is rendered before the next frame.
      requestAnimationFrame(() => (isRecentRef.current = false))
    }
    const subscriptions = (['change.undone', 'change.redone'] as const).map((type) =>
      changeQueueRef.on(type, set),
    )
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [changeQueueRef])
  return useCallback(() => isRecentRef.current, [])
}
