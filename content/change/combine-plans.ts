/** Combines several plans into one change. */
import type { Plan, Step } from './types.ts'

/**
 * Returns the plan that carries out several, and undoes them in reverse order. Each is planned from the content before all
 * of them. If one of them cannot be undone, the whole cannot.
 */
export const combinePlans = (plans: readonly Plan[]): Plan => {
  const irreversible = plans.find((plan) => plan.irreversible)?.irreversible
  return {
    steps: plans.flatMap(({ steps }) => steps),
    inverse: irreversible === undefined ? inverseOf(plans) : [],
    ...(irreversible !== undefined && { irreversible }),
    refetch: plans.flatMap(({ refetch }) => refetch),
    refetchOnApply: plans.flatMap(({ refetchOnApply = [] }) => refetchOnApply),
    refetchOnUndo: plans.flatMap(({ refetchOnUndo = [] }) => refetchOnUndo),
    following: plans.flatMap(({ following = [] }) => following),
    followingOnUndo: plans.flatMap(({ followingOnUndo = [] }) => followingOnUndo),
  }
}

const inverseOf = (plans: readonly Plan[]): Step[] =>
  plans
    .map(({ inverse }, at) => {
      const reverts = plans.slice(0, at).flatMap(({ steps }) => steps).length
      return inverse.map((step) => ({ ...step, reverts }))
    })
    .toReversed()
    .flat()
