/** Collects the forms of this site: each file in `forms/` exports one, and its name. */
import type { FormType } from '#content/forms/form.ts'

export const forms: FormType[] = Object.values(
  import.meta.glob<FormType>('./forms/*.ts', { eager: true, import: 'form' }),
)
