/** The editors of inline fields, which a kind's view renders in the place of their values. */
import type { ReactNode } from 'react'
import { type FormatValues, type InlineFormat, isInline } from '#content/model/field.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'
import { EditableText } from '#src/ui/EditableText.tsx'
import type { RenderHtmlEditor } from '#src/views/page/HtmlView.tsx'
import type { EditProps } from '../site-kinds.ts'
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx'

interface InlineEditorProps<Format extends InlineFormat> {
  label: string
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
  text: ({ label, value, onChange, onBlur }) => (
    <EditableText
      label={label}
      placeholder={label}
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

/** Returns a component with the editors of its kind's inline fields for values. */
export const withInlineEditors = (
  kind: ComponentKind | undefined,
  { resource, change, flush }: EditProps,
  selected: boolean,
): Component => ({
  ...resource,
  ...Object.fromEntries(
    Object.entries(kind?.fields ?? {}).flatMap(([name, field]) => {
      if (!isInline(field)) return []
      // A field's own format selects its editor, so it accepts the values of that field.
      const createEditor = inlineEditors[field.format] as InlineEditors['text']
      const editor = createEditor({
        label: field.label,
        value: (resource[name] ?? null) as string | null,
        selected,
        onChange: (value) => change(name, value),
        onBlur: flush,
      })
      return [[name, editor]]
    }),
  ),
})
