import { log } from '#src/app/browser/logger.ts'
import { createGeneratedView } from './generated-view.tsx'
import { type LazyViews, type Registry, type ViewKey, type Views, getOwn } from './registry.ts'

type Definition = Views[keyof Views][string]

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

  const load = async (view: ViewKey, target: Registry) => {
    const [type, name] = view
    const file = files.get(String(view))
    const fields = type === 'components' ? getOwn(target.generated, name) : undefined
    if (file === undefined && fields) target.components[name] = createGeneratedView(fields)
    else if (file === undefined) log(`This site has no view for “${name}” (${type}).`)
    else await loadFile(view, file, target)
  }
  const loadFile = async ([type, name]: ViewKey, file: string, target: Registry) => {
    const { default: definition } = (await loaders[type][file]!()) as { default: Definition }
    Object.assign(target[type], { [name]: definition })
  }

  return {
    all,
    sourceFileOf: (view) => files.get(String(view))?.replace('./', folder),
    load: async (views, target) => {
      await Promise.all(views.map((view) => load(view, target)))
    },
  }
}
