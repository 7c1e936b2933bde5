/** Creates the registry of all forms, built-in and of the site, by `formType`. */
import type { FormType } from '#content/forms/form.ts'
import { builtInForms } from './built-in-forms.ts'

/**
 * Creates the registry. `get` returns undefined for an unknown `formType`. Throws when two forms have the same name.
 */
export const createFormRegistry = (site: readonly FormType[]) => {
  const all: readonly FormType[] = [...builtInForms, ...site]
  const byName = new Map(all.map((form) => [form.name, form]))
  if (byName.size < all.length) throw new Error('Two forms have the same name; rename one of them.')
  return { names: [...byName.keys()], get: (formType: unknown) => byName.get(String(formType)) }
}

export type FormRegistry = ReturnType<typeof createFormRegistry>
