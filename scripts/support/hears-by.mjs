/** Returns the events that an invoked `listener` brings to its machine, by the id of the actor that emits them. */
export const hearsBy = ({ src, input }) => (src === 'listener' ? input : {})
