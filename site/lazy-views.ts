/** Views that are loaded only with pages that need them, each in a chunk of its own. */
import { createLazyViews } from '#src/views/registry/lazy-views.ts'

export const lazyViews = createLazyViews('site/', {
  components: import.meta.glob('./components/*/lazy/[A-Z]*.tsx'),
  layouts: import.meta.glob('./layouts/*/lazy/[A-Z]*.tsx'),
  templates: import.meta.glob('./templates/*/lazy/[A-Z]*.tsx'),
})
