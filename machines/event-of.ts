/** Returns the event: the parameters of a guard or an action that are what the event reports. */
export const eventOf = <Event>({ event }: { event: Event }) => event
