/** Collects the kinds of this site from its folders, for the API server and the editor. */
import { htmlFieldsOf } from '#content/model/field.ts'
import type { ComponentKind, LayoutKind, PageDataKind, TemplateKind } from '#content/model/kind.ts'

export interface Kinds {
  components: ComponentKind[]
  layouts: LayoutKind[]
  templates: TemplateKind[]
  data: PageDataKind[]
}

const listModules = <Kind>(modules: Record<string, Kind>) => Object.values(modules)

export const kinds: Kinds = {
  components: listModules(
    import.meta.glob<ComponentKind>('./components/*/kind.ts', { eager: true, import: 'kind' }),
  ),
  layouts: listModules(
    import.meta.glob<LayoutKind>('./layouts/*/kind.ts', { eager: true, import: 'kind' }),
  ),
  templates: listModules(
    import.meta.glob<TemplateKind>('./templates/*/kind.ts', { eager: true, import: 'kind' }),
  ),
  data: listModules(
    import.meta.glob<PageDataKind>('./data/*/kind.ts', { eager: true, import: 'kind' }),
  ),
}

export const htmlFields = htmlFieldsOf([...kinds.components, ...kinds.data])
