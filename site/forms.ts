/** Every form of this site, found by its file. */
import type { FormType } from '#content/forms/form.ts'

export const forms: FormType[] = Object.values(
  import.meta.glob<FormType>('./forms/*.ts', { eager: true, import: 'form' }),
)
