/**
 * Everything this site draws, found by its folder: a capitalised file with a default export is a view, named as what
 * it is for; other files beside it are its helpers. A view in a folder `later` comes with the first page that needs it.
 */
import type {
  ComponentDefinition,
  LayoutDefinition,
  Registry,
  TemplateDefinition,
} from '#src/views/define.ts'

const named = <Definition>(found: Record<string, { default?: Definition }>) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([path, { default: definition }]) =>
      definition ? [[path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length), definition]] : [],
    ),
  )

export const registry: Registry = {
  components: named(
    import.meta.glob<{ default?: ComponentDefinition }>('./components/*/[A-Z]*.tsx', {
      eager: true,
    }),
  ),
  layouts: named(
    import.meta.glob<{ default?: LayoutDefinition }>('./layouts/*/[A-Z]*.tsx', { eager: true }),
  ),
  templates: named(
    import.meta.glob<{ default?: TemplateDefinition }>('./templates/*/[A-Z]*.tsx', {
      eager: true,
    }),
  ),
  pieces: async () => (await import('./pieces.ts')).pieces,
}
