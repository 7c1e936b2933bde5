/** Returns the text of a form's field; an empty one where there is none. */
export const textInForm = (form: HTMLFormElement, name: string) => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
