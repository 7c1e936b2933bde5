import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { type LinkFormRef, selectAddress, selectError } from '#machines/editing/text/link-form.ts'
import { Button } from '#src/ui/Button.tsx'
import { AddressField } from '../fields/AddressField.tsx'
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
  const change = (text: string) => linkFormRef.send({ type: 'address.changed', address: text })
  const cancel = () => linkFormRef.send({ type: 'form.canceled' })

  return (
    <form className={styles.linkForm} onSubmit={submit}>
      <AddressField
        ref={ref}
        label="Link address"
        value={address}
        placeholder="A page, example.com or a mail address"
        error={error ?? undefined}
        onChange={change}
        onChoose={(path) => {
          change(path)
          linkFormRef.send({ type: 'address.submitted' })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
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
