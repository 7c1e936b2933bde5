import { GeneratedFields } from '#src/editor/fields/GeneratedFields.tsx'
import { LazyFormTest } from '#src/editor/forms/LazyFormTest.tsx'
import type { EditProps, KindEditor } from '#src/editor/site-kinds.ts'
import { kind } from './kind.ts'

/** Edits the form, and sends a test by it once it is stored. */
const Tab = (props: EditProps<typeof kind>) => {
  const { '@id': form, _metadata } = props.resource
  return (
    <>
      <GeneratedFields {...props} kind={kind} />
      {_metadata.persisted ? <LazyFormTest key={form} form={form} /> : null}
    </>
  )
}

export default { Tab } satisfies KindEditor<typeof kind>
