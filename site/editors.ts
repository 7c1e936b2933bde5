/** Collects the editors of this site's kinds from their folders. Loaded with the editor. */
import type { KindEditor, SiteKinds } from '#src/editor/site-kinds.ts'
import { kinds } from './kinds.ts'

const modules = import.meta.glob<KindEditor>('./components/*/editor.tsx', {
  eager: true,
  import: 'default',
})

const editors = Object.fromEntries(
  kinds.components.flatMap(({ type }) => {
    const editor = modules[`./components/${type}/editor.tsx`]
    return editor ? [[type, editor]] : []
  }),
)

/** Every kind can be added; one without an editor is edited in a generated tab. */
export const siteKinds: SiteKinds = {
  kinds: kinds.components,
  layouts: kinds.layouts,
  templates: kinds.templates,
  data: kinds.data,
  editors,
}
