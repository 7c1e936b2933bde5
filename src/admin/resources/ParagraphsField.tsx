import { useSelector } from '@xstate/react'
import { isPlainHtml } from '#content/admin/html-paragraphs.ts'
import { type ItemField, propertyOf, shownValue } from '#content/admin/item-form.ts'
import { listAt } from '#content/admin/resource-lists.ts'
import { rowOf } from '#content/admin/resource-rows.ts'
import { textIn } from '#content/model/text-in.ts'
import { selectDraft, selectForm } from '#machines/admin/resource-item.ts'
import { TextArea } from '#src/ui/TextArea.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import type { ItemProps } from './item-props.ts'
import styles from './ResourceItem.module.css'

interface ParagraphsFieldProps extends ItemProps {
  field: ItemField
  label: string
  error: string | undefined
  hint: string | undefined
  onChange: (value: string) => void
}

/** The length of a text in characters, which the API limits as well. */
const maxTextLength = 100_000

/** Edits HTML as text. Where it has headings, links or pictures, it leads to the page, on which these are edited. */
export function ParagraphsField({ field, resourceItemRef, ...props }: ParagraphsFieldProps) {
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const { version } = form
  const source = field.part === undefined ? version : version?.parts?.[field.part]
  const html = source ? textIn(source.resource, propertyOf(field)) : ''
  if (!isPlainHtml(html))
    return <FormattedText label={field.label} resourceItemRef={resourceItemRef} />
  return (
    <TextArea
      {...props}
      hint={props.hint ?? 'An empty line begins a new paragraph.'}
      rows={10}
      maxLength={maxTextLength}
      value={String(shownValue(form, draft, field))}
    />
  )
}

function FormattedText({ label, resourceItemRef }: ItemProps & { label: string }) {
  const form = useSelector(resourceItemRef, selectForm)!
  const path = usePath()
  const href = form.version && rowOf(listAt(path), form.version.resource, {}).pageHref
  return (
    <div className={styles.formatted}>
      <strong>{label}</strong>
      <p>
        This text has headings, links or other formats.{' '}
        {href === null ? null : <a href={href}>Edit it on its page</a>}
      </p>
    </div>
  )
}
