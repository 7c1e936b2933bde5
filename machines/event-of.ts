/** Returns the event itself, as the `params` of a guard or an action that needs all of it. */
export const eventOf = <Event>({ event }: { event: Event }) => event

/** Refers to a guard or an action that gets the whole event. */
export const withEvent = <const Name extends string>(type: Name) => ({ type, params: eventOf })
