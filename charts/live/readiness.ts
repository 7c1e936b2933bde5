/** The words for where a machine is, and what it would do next. */

/**
 * `open` is taken with the next event of its type; `refused` is not, since its guard says no; for `depends`, the guard asks
 * what the event says. A `guarded` one has a guard that cannot be asked, since its machine was recorded elsewhere.
 */
export type Readiness = 'open' | 'refused' | 'depends' | 'guarded'

export interface LiveState {
  /** The ids of the states that the machine is in. */
  active: ReadonlySet<string>
  /** The transitions of these states, by their keys. One that another always comes before is in none of the groups. */
  readiness: ReadonlyMap<string, Readiness>
}
