/** The views that only some pages need, each a piece of its own. */
import { createPieces } from '#src/views/pieces.ts'

export const pieces = createPieces('site/', {
  components: import.meta.glob('./components/*/later/[A-Z]*.tsx'),
  layouts: import.meta.glob('./layouts/*/later/[A-Z]*.tsx'),
  templates: import.meta.glob('./templates/*/later/[A-Z]*.tsx'),
})
