import { FormSubmissions } from '#src/editor/fields/FormSubmissions.tsx'
import { GeneratedFields } from '#src/editor/fields/GeneratedFields.tsx'
import type { EditProps, KindEditor } from '#src/editor/site-kinds.ts'
import { kind } from './kind.ts'

/** Edits the form, and leads to what was sent by it once it is stored. */
function Tab(props: EditProps<typeof kind>) {
  const { resource } = props
  return (
    <>
      <GeneratedFields {...props} kind={kind} />
      {resource._metadata.persisted ? (
        <FormSubmissions key={resource['@id']} form={resource['@id']} />
      ) : null}
    </>
  )
}

export default { Tab } satisfies KindEditor<typeof kind>
