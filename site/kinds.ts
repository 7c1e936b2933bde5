/** Every kind of this site, found by its folder. Read by the API server; the front end finds the views beside them. */
import type { ComponentKind, DataKind, LayoutKind, TemplateKind } from '#content/kind.ts'

export interface Kinds {
  components: ComponentKind[]
  layouts: LayoutKind[]
  templates: TemplateKind[]
  data: DataKind[]
}

const found = <Kind>(modules: Record<string, Kind>) => Object.values(modules)

export const kinds: Kinds = {
  components: found(
    import.meta.glob<ComponentKind>('./components/*/kind.ts', { eager: true, import: 'kind' }),
  ),
  layouts: found(
    import.meta.glob<LayoutKind>('./layouts/*/kind.ts', { eager: true, import: 'kind' }),
  ),
  templates: found(
    import.meta.glob<TemplateKind>('./templates/*/kind.ts', { eager: true, import: 'kind' }),
  ),
  data: found(import.meta.glob<DataKind>('./data/*/kind.ts', { eager: true, import: 'kind' })),
}
