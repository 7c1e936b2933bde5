import type { Editor } from '@tiptap/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { linkTrouble } from '#content/link.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './FormatMenu.module.css'

/** Where the selected words lead. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [href, setHref] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  const [hasTried, setTried] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => ref.current?.select(), [])

  const address = href.trim()
  const trouble = address ? linkTrouble(address) : null

  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (trouble) return setTried(true)
    const chain = editor.chain().extendMarkRange('link')
    if (address) chain.setLink({ href: address }).run()
    else chain.unsetLink().run()
    onDone()
  }

  return (
    <form className={styles.link} onSubmit={apply}>
      <TextField
        ref={ref}
        label="Link address"
        value={href}
        placeholder="/about or https://…"
        inputMode="url"
        autoComplete="off"
        error={hasTried ? (trouble ?? undefined) : undefined}
        onChange={setHref}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      />
      <Button type="submit" look="solid">
        {address ? 'Set link' : 'Remove link'}
      </Button>
      <Button onClick={onDone}>Cancel</Button>
    </form>
  )
}
