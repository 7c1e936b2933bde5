import type { Pieces, ViewName, Views } from './define.ts'

type Definition = Views[keyof Views][string]

/** A view's code by its file, `./components/Form/later/Form.tsx`. */
export type Loaders = Record<string, () => Promise<unknown>>

/** What a site finds of such files, as the app asks for it. `folder` is where they are found from. */
export const createPieces = (folder: string, found: Record<keyof Views, Loaders>): Pieces => {
  const files = new Map<string, string>()
  const all = (Object.keys(found) as (keyof Views)[]).flatMap((sort) =>
    Object.keys(found[sort]).map((file): ViewName => {
      const view = [sort, file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length)] as const
      files.set(String(view), file)
      return view
    }),
  )
  const told = new Set<string>()
  const warn = ([sort, name]: ViewName) => {
    const words = `This site has no view for “${name}” (${sort}).`
    if (!told.has(words)) console.warn(words)
    told.add(words)
  }

  const load = async (view: ViewName, into: Views) => {
    const [sort, name] = view
    const file = files.get(String(view))
    if (file === undefined) return warn(view)
    const { default: definition } = (await found[sort][file]!()) as { default: Definition }
    Object.assign(into[sort], { [name]: definition })
  }

  return {
    all,
    fileOf: (view) => files.get(String(view))?.replace('./', folder),
    load: async (wanted, into) => {
      await Promise.all(wanted.map((view) => load(view, into)))
    },
  }
}
