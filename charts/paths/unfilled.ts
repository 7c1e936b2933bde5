/** Stands for a value that nobody has filled in yet, where a sample of an event needs it. */

/** Returns nothing in place of a value of this type. Replace it before a guard or an action reads it. */
export const unfilled = <Value>(_type: string) => undefined as Value
