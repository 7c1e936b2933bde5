/** The editors of inline fields and of missing files, which a kind's view renders in the place of their values. */
import type { ReactNode } from 'react'
import {
  type Field,
  type FormatValues,
  type InlineFormat,
  isInline,
  referenceOf,
} from '#content/model/field.ts'
import type { EditableKind } from '#content/model/kind.ts'
import type { Resource } from '#content/model/resource.ts'
import { hasFile } from '#content/pictures/alt-text.ts'
import { EditableText } from '#src/ui/EditableText.tsx'
import type { RenderHtmlEditor } from '#src/views/page/HtmlView.tsx'
import type { FieldEdits } from '../site-kinds.ts'
import { EmptyPicture } from '../pictures/EmptyPicture.tsx'
import type { KindEdits } from '../pictures/choose-file.ts'
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx'

interface InlineEditorProps<Format extends InlineFormat> {
  label: string
  placeholder?: string | undefined
  value: FormatValues[Format] | null
  /** True while the component is selected. */
  selected: boolean
  onChange: (value: FormatValues[Format] | null) => void
  onBlur: () => void
}

type InlineEditors = {
  [Format in InlineFormat]: (props: InlineEditorProps<Format>) => ReactNode | RenderHtmlEditor
}

const inlineEditors: InlineEditors = {
  text: ({ label, placeholder = label, value, onChange, onBlur }) => (
    <EditableText
      label={label}
      placeholder={placeholder}
      value={value ?? ''}
      onChange={(text) => onChange(text || null)}
      onBlur={onBlur}
    />
  ),
  html:
    ({ label, value, selected, onChange, onBlur }) =>
    (className) => (
      <RichTextEditor
        label={label}
        placeholder="Write something"
        className={className}
        html={value}
        active={selected}
        onChange={onChange}
        onBlur={onBlur}
      />
    ),
}

/** Returns a component with the editors of its kind's inline fields, and of files that are missing, for values. */
export const withInlineEditors = <R extends Resource>(
  kind: EditableKind | undefined,
  editProps: FieldEdits<R>,
  selected: boolean,
): R => ({
  ...editProps.resource,
  ...Object.fromEntries(
    Object.entries(kind?.fields ?? {}).flatMap(([name, field]) => {
      const editor = isInline(field)
        ? editorOf(name, field, editProps, selected)
        : fileChooserOf(name, field, { ...editProps, fields: kind!.fields })
      return editor === null ? [] : [[name, editor]]
    }),
  ),
})

/** Returns what chooses a missing file; null for a field with a file, and for those of other formats. */
const fileChooserOf = (name: string, field: Field, editProps: KindEdits) =>
  referenceOf(field) === 'file' && !hasFile(editProps.resource, name) ? (
    <EmptyPicture name={name} {...editProps} />
  ) : null

const editorOf = (
  name: string,
  field: Field<InlineFormat>,
  { resource, change, flush }: FieldEdits,
  selected: boolean,
) => {
  // A field's own format selects its editor, so it accepts the values of that field.
  const createEditor = inlineEditors[field.format] as InlineEditors['text']
  return createEditor({
    label: field.label,
    placeholder: field.required,
    value: (resource[name] ?? null) as string | null,
    selected,
    onChange: (value) => change(name, value, { isRequired: field.required !== undefined }),
    onBlur: flush,
  })
}
