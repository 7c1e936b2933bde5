import { routePath } from '#content/model/iri.ts'
import { defineEditor } from '#src/editor/define-editor.ts'
import { TextField } from '#src/ui/TextField.tsx'
import type { kind } from './kind.ts'

export default defineEditor<typeof kind>({
  Tab: ({ resource: { label, route, rawPath }, change, flush }) => (
    <>
      <TextField
        label="Label"
        value={label ?? ''}
        onChange={(text) => change('label', text || null)}
        onBlur={flush}
      />
      <TextField
        label="Link"
        hint="A path on this site, such as /about, or a full URL"
        value={rawPath ?? ''}
        placeholder={route ? routePath(route) : ''}
        inputMode="url"
        onChange={(text) => change('rawPath', text.trim() || null)}
        onBlur={flush}
      />
    </>
  ),
})
