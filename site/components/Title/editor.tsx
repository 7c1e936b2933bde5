import { defineEditor } from '#src/editor/define-editor.ts'
import { EditableText } from '#src/ui/EditableText.tsx'
import { Heading } from './Heading.tsx'
import { kind } from './kind.ts'

export default defineEditor<typeof kind>({
  InPlace: ({ resource, position, change, flush }) => (
    <Heading position={position} quiet={resource.uiComponent === 'AltTitle'}>
      <EditableText
        label={kind.fields.title.label}
        placeholder={kind.fields.title.label}
        value={resource.title ?? ''}
        onChange={(title) => change('title', title || null)}
        onBlur={flush}
      />
    </Heading>
  ),
})
