import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { type LinkFormRef, selectAddress, selectError } from '#machines/editing/link-form.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './FormatToolbar.module.css'

/** Edits the link of the selected text; an empty address removes it. */
export function LinkForm({ linkFormRef }: { linkFormRef: LinkFormRef }) {
  const address = useSelector(linkFormRef, selectAddress)
  const error = useSelector(linkFormRef, selectError)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Some browsers do not focus a text that is selected.
    ref.current?.focus()
    ref.current?.select()
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    linkFormRef.send({ type: 'address.submitted' })
  }
  const cancel = () => linkFormRef.send({ type: 'form.canceled' })

  return (
    <form className={styles.linkForm} onSubmit={submit}>
      <TextField
        ref={ref}
        label="Link address"
        value={address}
        placeholder="/about or https://…"
        inputMode="url"
        autoComplete="off"
        error={error ?? undefined}
        onChange={(text) => linkFormRef.send({ type: 'address.changed', address: text })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          cancel()
        }}
      />
      <Button type="submit" variant="solid">
        {address.trim() ? 'Set link' : 'Remove link'}
      </Button>
      <Button onClick={cancel}>Cancel</Button>
    </form>
  )
}
