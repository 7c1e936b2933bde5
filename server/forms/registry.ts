/** Every form there is, by its `formType`. */
import type { FormType } from '#content/form.ts'
import { builtIn } from './built-in.ts'

export const createForms = (site: readonly FormType[]) => {
  const all: readonly FormType[] = [...builtIn, ...site]
  const byName = new Map(all.map((form) => [form.name, form]))
  if (byName.size < all.length) throw new Error('Two forms have the same name; rename one of them.')
  return { names: [...byName.keys()], of: (formType: unknown) => byName.get(String(formType)) }
}

export type Forms = ReturnType<typeof createForms>
