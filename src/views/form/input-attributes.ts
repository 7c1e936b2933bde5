/** What a form may say about the elements it is drawn with; anything else it says is not for us to trust. */
const allowedAttributes: Record<string, string> = {
  autocapitalize: 'autoCapitalize',
  autocomplete: 'autoComplete',
  inputmode: 'inputMode',
  max: 'max',
  maxlength: 'maxLength',
  min: 'min',
  minlength: 'minLength',
  pattern: 'pattern',
  placeholder: 'placeholder',
  readonly: 'readOnly',
  rows: 'rows',
  spellcheck: 'spellCheck',
  step: 'step',
}

export const inputAttributes = (attr: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(attr).flatMap(([name, value]) => {
      const property = allowedAttributes[name.toLowerCase()]
      return property ? [[property, value]] : []
    }),
  )
