/** Moves the focus on the screen of an item. Only one item is shown at a time. */

const focus = (selector: string) => {
  const element = document.querySelector<HTMLElement>(selector)
  element?.focus()
  return element !== null
}

/** Focuses the control of a field; returns false where it is not shown. */
export const focusField = (name: string) =>
  focus(`[data-field="${CSS.escape(name)}"] :is(input, textarea, select, button, a)`)

/** Focuses the first value that has to be corrected, in the header of the item or its form; returns false if there is none. */
export const focusInvalid = (formEl: HTMLFormElement) => {
  const invalid =
    document.querySelector<HTMLElement>('[data-item-header] [aria-invalid="true"]') ??
    formEl.querySelector<HTMLElement>('[aria-invalid="true"]')
  invalid?.focus()
  return invalid !== null
}

/** Focuses what is to be decided before the item can be saved. */
export const focusConflicts = () => focus('[data-item-conflicts]')
