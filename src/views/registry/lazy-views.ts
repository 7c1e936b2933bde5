import type { LazyViews, ViewKey, Views } from './registry.ts'

type Definition = Views[keyof Views][string]

/** Module loaders by file, such as `./components/Form/lazy/Form.tsx`. */
export type Loaders = Record<string, () => Promise<unknown>>

/** Creates the loader of a site's lazy views. `folder` is the directory that the files are relative to. */
export const createLazyViews = (
  folder: string,
  loaders: Record<keyof Views, Loaders>,
): LazyViews => {
  const files = new Map<string, string>()
  const all = (Object.keys(loaders) as (keyof Views)[]).flatMap((sort) =>
    Object.keys(loaders[sort]).map((file): ViewKey => {
      const view = [sort, file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length)] as const
      files.set(String(view), file)
      return view
    }),
  )
  const warned = new Set<string>()
  const warn = ([sort, name]: ViewKey) => {
    const message = `This site has no view for “${name}” (${sort}).`
    if (!warned.has(message)) console.warn(message)
    warned.add(message)
  }

  const load = async (view: ViewKey, target: Views) => {
    const [sort, name] = view
    const file = files.get(String(view))
    if (file === undefined) return warn(view)
    const { default: definition } = (await loaders[sort][file]!()) as { default: Definition }
    Object.assign(target[sort], { [name]: definition })
  }

  return {
    all,
    sourceFileOf: (view) => files.get(String(view))?.replace('./', folder),
    load: async (views, into) => {
      await Promise.all(views.map((view) => load(view, into)))
    },
  }
}
