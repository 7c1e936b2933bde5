import { defineEditor } from '#src/editor/define-editor.ts'
import { EditableText } from '#src/ui/EditableText.tsx'
import { Heading } from './Heading.tsx'
import type { kind } from './kind.ts'

export default defineEditor<typeof kind>({
  InPlace: ({ resource, position, change, flush }) => (
    <Heading position={position} quiet={resource.uiComponent === 'AltTitle'}>
      <EditableText
        label="Title"
        placeholder="Title"
        value={resource.title ?? ''}
        onChange={(title) => change('title', title || null)}
        onBlur={flush}
      />
    </Heading>
  ),
})
