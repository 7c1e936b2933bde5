import type { FormView } from '#content/forms/form.ts'

/** Returns the help text of a field, which says if its value cannot be changed; empty without one. */
export const helpOf = ({ help = '', disabled }: FormView['vars']) =>
  disabled ? `${help} This cannot be changed.`.trim() : help
