import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useRef } from 'react'
import {
  type LinkFormRef,
  isRemoval,
  selectAddress,
  selectError,
} from '#machines/editing/rich-text/link-form.ts'
import { Button } from '#src/ui/Button.tsx'
import { AddressField } from '../../fields/AddressField.tsx'
import styles from '../toolbar/FormatToolbar.module.css'

interface LinkFormProps {
  linkFormRef: LinkFormRef
}

/** Edits the link of the selected text; an empty address removes it. */
export function LinkForm({ linkFormRef }: LinkFormProps) {
  const removes = useSelector(linkFormRef, isRemoval)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    linkFormRef.send({ type: 'address.submitted' })
  }
  return (
    <form className={styles.linkForm} onSubmit={submit}>
      <LinkAddress linkFormRef={linkFormRef} />
      <Button type="submit" variant="solid">
        {removes ? 'Remove link' : 'Set link'}
      </Button>
      <Button onClick={() => linkFormRef.send({ type: 'form.canceled' })}>Cancel</Button>
    </form>
  )
}

function LinkAddress({ linkFormRef }: LinkFormProps) {
  const address = useSelector(linkFormRef, selectAddress)
  const error = useSelector(linkFormRef, selectError)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Some browsers do not focus a text that is selected.
    ref.current?.focus()
    ref.current?.select()
  }, [])

  const change = (text: string) => linkFormRef.send({ type: 'address.changed', address: text })
  return (
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
        linkFormRef.send({ type: 'form.canceled' })
      }}
    />
  )
}
