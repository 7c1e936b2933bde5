import { createGeneratedView } from './generated-view.tsx'
import { type LazyViews, type Registry, type ViewKey, type Views, getOwn } from './registry.ts'

type Definition = Views[keyof Views][string]

/** Module loaders by file, such as `./components/Form/lazy/Form.tsx`. */
export type Loaders = Record<string, () => Promise<unknown>>

/** Creates the loader of a site's lazy views. `folder` is the directory that the files are relative to. */
export const createLazyViews = (
  folder: string,
  loaders: Record<keyof Views, Loaders>,
): LazyViews => {
  const files = new Map<string, string>()
  const all = (Object.keys(loaders) as (keyof Views)[]).flatMap((type) =>
    Object.keys(loaders[type]).map((file): ViewKey => {
      const view = [type, file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length)] as const
      files.set(String(view), file)
      return view
    }),
  )
  const warned = new Set<string>()
  const warn = ([type, name]: ViewKey) => {
    const message = `This site has no view for “${name}” (${type}).`
    if (!warned.has(message)) console.warn(message)
    warned.add(message)
  }

  const load = async (view: ViewKey, target: Registry) => {
    const [type, name] = view
    const file = files.get(String(view))
    const fields = type === 'components' ? getOwn(target.generated, name) : undefined
    if (file === undefined && fields) target.components[name] = createGeneratedView(fields)
    else if (file === undefined) return warn(view)
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
