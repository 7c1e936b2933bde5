/** The options of `npm run charts -- fuzz`. */
export const fuzzOptions = {
  events: { type: 'string' },
  seed: { type: 'string' },
  repeat: { type: 'string' },
}

/** Fails if a number is none. */
export function requireNumbers(values) {
  for (const name of ['events', 'seed'])
    if (values[name] !== undefined && !/^[1-9]\d{0,9}$/.test(values[name]))
      throw new Error(`--${name} needs a number, and not "${values[name]}".`)
}
