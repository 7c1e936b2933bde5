import { useSelector } from '@xstate/react'
import { type RefObject, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { Html } from '#content/model/field.ts'
import {
  type RichTextRef,
  isLastFocused,
  selectCode,
} from '#machines/editing/rich-text/rich-text.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './RichTextEditor.module.css'
import { FormatsStatus } from './toolbar/FormatsStatus.tsx'
import { allowedCopyOf, editPlainText } from './plain-text-editing.ts'
import {
  type FormattedTextProps,
  type RichText,
  type RichTextCode,
  pressedPointsOf,
  textboxAttributes,
} from './rich-text-code.ts'

const none = () => null

interface RichTextEditorProps extends RichText {
  className?: string | undefined
  placeholder: string
  /** True while this text is being edited; only then is an editor of formats mounted. */
  active: boolean
  /** True for a control of the panel. */
  inPanel?: boolean
  /** The id of the text's element, where its parent knows it. */
  id?: string
}

/**
 * Edits rich text in place. Until it is `active` it is a plain focusable element, so a page with a thousand texts has
 * only one editor of formats. That is mounted synchronously within the press or focus, so no keystroke is lost; while its code
 * is being loaded, the browser edits the text by itself.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { className, placeholder, active, inPanel = false, ...text } = props
  const ownId = useId()
  const { id = ownId } = props
  const ref = useRef<HTMLDivElement>(null)
  const richTextRef = useAppActor('richText')
  // Nothing else on the page renders again once the code is loaded.
  const code = useSelector(richTextRef, active ? selectCode : none) as RichTextCode | null
  const hasTools = useSelector(richTextRef, isLastFocused(id))
  const htmlBeforeTypingRef = usePlainText({
    ref,
    id,
    text,
    active,
    hasCode: code !== null,
    richTextRef,
  })
  const tools = { textRef: ref, inPanel }
  return (
    <>
      <div
        ref={ref}
        id={id}
        className={classNames(styles.text, className)}
        data-placeholder={placeholder}
        data-empty={text.html === null || text.html === '' || undefined}
        onFocus={() => richTextRef.send({ type: 'text.focused', id })}
      />
      {active && code ? (
        <code.FormattedText {...text} {...tools} {...{ id, htmlBeforeTypingRef, hasTools }} />
      ) : null}
      {active && !code && hasTools ? <FormatsStatus {...tools} richTextRef={richTextRef} /> : null}
    </>
  )
}

interface PlainText {
  ref: RefObject<HTMLElement | null>
  id: string
  text: RichText
  active: boolean
  /** True once the code that formats texts is loaded. */
  hasCode: boolean
  richTextRef: RichTextRef
}

/**
 * Shows the text while it is not active, and lets the browser edit it while it is active without the code that formats it.
 * Returns a ref of the HTML from before something was typed meanwhile.
 */
function usePlainText({ ref, id, text, active, hasCode, richTextRef }: PlainText) {
  const { label, html } = text
  const htmlBeforeTypingRef = useRef<FormattedTextProps['htmlBeforeTypingRef']['current']>(null)
  const shownRef = useRef<Html | null | undefined>(undefined)
  const isPlain = active && !hasCode
  const editModeRef = useAppActor('editMode')
  const change = useEffectEvent(() => {
    htmlBeforeTypingRef.current ??= { html: shownRef.current ?? null }
    shownRef.current = htmlIn(ref.current!)
    text.onChange(shownRef.current)
  })
  const blur = useEffectEvent(() => text.onBlur())

  useLayoutEffect(() => {
    if (!active) ref.current!.removeAttribute('contenteditable')
    for (const [name, value] of Object.entries(textboxAttributes(label)))
      ref.current!.setAttribute(name, value)
  }, [active, label, ref])
  useLayoutEffect(() => {
    if (active && (!isPlain || htmlBeforeTypingRef.current || html === shownRef.current)) return
    ref.current!.innerHTML = html ?? ''
    shownRef.current = html
    htmlBeforeTypingRef.current = null
  }, [active, isPlain, html, ref])
  useLayoutEffect(() => {
    if (!isPlain) return undefined
    richTextRef.send({ type: 'code.requested' })
    return editPlainText(ref.current!, {
      press: pressedPointsOf(id, editModeRef),
      onInput: () => change(),
      onBlur: () => blur(),
      onCompositionStart: () => richTextRef.send({ type: 'composition.started' }),
      onCompositionEnd: () => richTextRef.send({ type: 'composition.ended' }),
    })
  }, [isPlain, editModeRef, id, ref, richTextRef])
  return htmlBeforeTypingRef
}

/** Returns the allowed HTML of what was typed, or null where there is nothing. */
function htmlIn(textEl: HTMLElement) {
  const copyEl = allowedCopyOf(textEl)
  const isEmpty = !copyEl.textContent.trim() && !copyEl.querySelector('hr')
  return isEmpty ? null : (copyEl.innerHTML as Html)
}
