import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react'
import styles from './EditableText.module.css'
import { classNames } from './class-names.ts'

interface EditableTextProps extends Omit<ComponentProps<'span'>, 'onChange' | 'children'> {
  label: string
  value: string
  placeholder?: string
  onChange: (text: string) => void
}

/**
 * Edits one line of plain text in place, in the style of its surroundings. The browser owns the DOM text while the user
 * types; it is only rewritten when `value` differs from it, so that the caret stays where it is.
 */
export function EditableText({
  label,
  value,
  placeholder,
  onChange,
  className,
  ...props
}: EditableTextProps) {
  const ref = useRef<HTMLSpanElement>(null)
  const emitChange = useEffectEvent(() => onChange(readText(ref.current!)))

  useLayoutEffect(() => {
    const textEl = ref.current!
    if (readText(textEl) !== value) writeText(textEl, value)
  }, [value])

  useLayoutEffect(() => {
    const textEl = ref.current!
    // React's `onBeforeInput` is a synthetic event with other semantics than the native one.
    textEl.addEventListener('beforeinput', enforcePlainText)
    textEl.addEventListener('input', emitChange)
    return () => {
      textEl.removeEventListener('beforeinput', enforcePlainText)
      textEl.removeEventListener('input', emitChange)
    }
  }, [])

  return (
    <span
      {...props}
      ref={ref}
      role="textbox"
      tabIndex={0}
      aria-label={label}
      aria-placeholder={placeholder}
      data-placeholder={placeholder}
      data-empty={value === '' || undefined}
      contentEditable="true"
      suppressContentEditableWarning
      className={classNames(styles.text, className)}
    />
  )
}

/** Returns the text with plain spaces: browsers insert a non-breaking space at the end of a line. */
const readText = (textEl: HTMLElement) => toSingleLine(textEl.textContent ?? '')
const toSingleLine = (text: string) => text.replace(/\u00a0/g, ' ').replace(/\s*[\r\n]+\s*/g, ' ')

function writeText(textEl: HTMLElement, value: string) {
  const selection = textEl.ownerDocument.getSelection()
  const caret =
    selection && textEl.contains(selection.anchorNode)
      ? caretAfterChange(readText(textEl), value, selection.anchorOffset)
      : null
  textEl.textContent = value
  if (caret !== null && textEl.firstChild) selection?.collapse(textEl.firstChild, caret)
}

/** Returns where the caret is once a text has changed: at the end of the changed part, or beside the same letters as before. */
function caretAfterChange(before: string, after: string, caret: number) {
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && before[start] === after[start]) start++
  let rest = 0
  while (rest < shortest - start && before.at(-1 - rest) === after.at(-1 - rest)) rest++
  if (caret < start) return caret
  return after.length - Math.min(rest, Math.max(0, before.length - caret))
}

/** Prevents line breaks and formatting, and inserts pasted or dropped content as plain text. */
function enforcePlainText(event: InputEvent) {
  const { inputType } = event
  if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') event.preventDefault()
  if (inputType.startsWith('format')) event.preventDefault()
  if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop') {
    event.preventDefault()
    const text = event.dataTransfer?.getData('text/plain')
    // Deprecated, but the only way to insert text that the browser can undo: https://w3c.github.io/editing/docs/execCommand/
    if (text) document.execCommand('insertText', false, toSingleLine(text).trim())
  }
}
