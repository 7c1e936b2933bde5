import { log } from '#src/app/browser/logger.ts'
import { createGeneratedView } from './generated-view.tsx'
import {
  type GeneratedViews,
  type LazyViews,
  type LoadedView,
  type ViewKey,
  type Views,
  getOwn,
} from './registry.ts'

/** Module loaders by file, such as `./components/Form/lazy/Form.tsx`. */
export type Loaders = Record<string, () => Promise<unknown>>

/** Returns all lazy views, and their files by type and name: `components,Form`. */
const listViews = (loaders: Record<keyof Views, Loaders>) => {
  const views = (Object.keys(loaders) as (keyof Views)[]).flatMap((type) =>
    Object.keys(loaders[type]).map((file) => {
      const view: ViewKey = [type, file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length)]
      return { view, file }
    }),
  )
  return {
    all: views.map(({ view }) => view),
    files: new Map(views.map(({ view, file }) => [String(view), file])),
  }
}

/** Creates the loader of a site's lazy views. `folder` is the directory that the files are relative to. */
export const createLazyViews = (
  folder: string,
  loaders: Record<keyof Views, Loaders>,
): LazyViews => {
  const { all, files } = listViews(loaders)

  const load = async (view: ViewKey, generated: GeneratedViews): Promise<LoadedView[]> => {
    const [type, name] = view
    const file = files.get(String(view))
    if (file !== undefined) {
      const { default: definition } = (await loaders[type][file]!()) as { default: LoadedView[1] }
      return [[view, definition]]
    }
    const fields = type === 'components' ? getOwn(generated, name) : undefined
    if (fields) return [[view, createGeneratedView(fields)]]
    log(`This site has no view for “${name}” (${type}).`)
    return []
  }

  return {
    all,
    sourceFileOf: (view) => files.get(String(view))?.replace('./', folder),
    load: async (views, generated) =>
      (await Promise.all(views.map((view) => load(view, generated)))).flat(),
  }
}
