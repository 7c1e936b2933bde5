import { defineEditor } from '#src/editor/define-editor.ts'
import { EditableText } from '#src/ui/EditableText.tsx'
import { Heading } from './Heading.tsx'
import type { Title } from './Title.tsx'

export default defineEditor<Title>({
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
