/**
 * The HTML attributes that a form description may set; all others are ignored, since the description is not trusted.
 */
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

/** Returns the allowed attributes of a form description as React props. */
export const inputAttributes = (attr: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(attr).flatMap(([name, value]) => {
      const property = allowedAttributes[name.toLowerCase()]
      return property ? [[property, value]] : []
    }),
  )
