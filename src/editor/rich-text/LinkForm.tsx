import type { Editor } from '@tiptap/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { linkError } from '#content/page/address-input.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './FormatToolbar.module.css'

/** Edits the link of the selected text; an empty address removes it. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [href, setHref] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  const [isSubmitted, setSubmitted] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => ref.current?.select(), [])

  const address = href.trim()
  const error = address ? linkError(address) : null

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (error) return setSubmitted(true)
    const chain = editor.chain().extendMarkRange('link')
    if (address) chain.setLink({ href: address }).run()
    else chain.unsetLink().run()
    onDone()
  }

  return (
    <form className={styles.linkForm} onSubmit={apply}>
      <TextField
        ref={ref}
        label="Link address"
        value={href}
        placeholder="/about or https://…"
        inputMode="url"
        autoComplete="off"
        error={isSubmitted ? (error ?? undefined) : undefined}
        onChange={setHref}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      />
      <Button type="submit" variant="solid">
        {address ? 'Set link' : 'Remove link'}
      </Button>
      <Button onClick={onDone}>Cancel</Button>
    </form>
  )
}
