/** Returns the event itself, as the `params` of a guard or an action that needs all of it. */
export const eventOf = <Event>({ event }: { event: Event }) => event
