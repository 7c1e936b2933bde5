/**
 * Returns a state that invokes an effect and goes on to the next state when the effect has ended, also when it has
 * failed.
 */
export const invokeThen = <Effect extends string, Target extends string>(
  effect: Effect,
  target: Target,
) => ({ invoke: { id: effect, src: effect, onDone: target, onError: target } })
