import { GeneratedFields } from '#src/editor/fields/GeneratedFields.tsx'
import type { EditProps, KindEditor } from '#src/editor/site-kinds.ts'
import { kind } from './kind.ts'

/** Edits the form, and leads to what was sent by it once it is stored. The work here goes on in its own tab. */
function Tab(props: EditProps<typeof kind>) {
  const { '@id': form, _metadata } = props.resource
  return (
    <>
      <GeneratedFields {...props} kind={kind} />
      {_metadata.persisted ? (
        <p>
          <a
            href={`/_cwa/submissions?form=${encodeURIComponent(form)}`}
            target="_blank"
            rel="noopener"
          >
            What was sent (new tab)
          </a>
        </p>
      ) : null}
    </>
  )
}

export default { Tab } satisfies KindEditor<typeof kind>
