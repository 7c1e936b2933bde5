/** Refers to a guard or an action that gets the whole event as its `params`. */
export const withEvent = <const Name extends string>(type: Name) => ({ type, params: eventOf })

const eventOf = <Event>({ event }: { event: Event }) => event
