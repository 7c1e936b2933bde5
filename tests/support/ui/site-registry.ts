/** The registry of this site for tests that render it. */
import { siteViews } from '#site/index.ts'
import { createRegistry } from '#src/app/services/create-registry.ts'
import { loadAllViews } from '#src/views/registry/load-views.ts'
import type { Views } from '#src/views/registry/registry.ts'

const loaded = createRegistry(siteViews)
await loadAllViews(loaded)

/** Returns a registry with all views of the site, and those that a test makes up in their place. */
export const createSiteRegistry = ({ components, layouts }: Partial<Views> = {}) => {
  const views = loaded.read()
  return createRegistry({
    ...siteViews,
    ...views,
    components: { ...views.components, ...components },
    layouts: { ...views.layouts, ...layouts },
  })
}
