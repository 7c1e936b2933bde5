/**
 * Collects the views of this site from its folders, for `createRegistry`. A capitalized file with a default export is a
 * view, named like the kind that it shows; other files beside it are helpers. A view in a folder `lazy` is
 * loaded with the first page that needs it.
 */
import type {
  ComponentDefinition,
  LayoutDefinition,
  SiteViews,
  TemplateDefinition,
} from '#src/views/registry/registry.ts'

const byFileName = <Definition>(found: Record<string, { default?: Definition }>) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([path, { default: definition }]) =>
      definition ? [[path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length), definition]] : [],
    ),
  )

export const siteViews: SiteViews = {
  components: byFileName(
    import.meta.glob<{ default?: ComponentDefinition }>('./components/*/[A-Z]*.tsx', {
      eager: true,
    }),
  ),
  layouts: byFileName(
    import.meta.glob<{ default?: LayoutDefinition }>('./layouts/*/[A-Z]*.tsx', { eager: true }),
  ),
  templates: byFileName(
    import.meta.glob<{ default?: TemplateDefinition }>('./templates/*/[A-Z]*.tsx', {
      eager: true,
    }),
  ),
  lazyViews: async () => (await import('./lazy-views.ts')).lazyViews,
}
