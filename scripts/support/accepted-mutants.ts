/** The mutants of machines that no test has to notice, with the reasons. */
import type { AcceptedMutant } from '../../charts/mutate/outcome.ts'

export const acceptedMutants: AcceptedMutant[] = [
  {
    name: 'multipleSelection.evaluating always [0]: deleted',
    because: 'It does the same: `active` is left at once while nothing is selected.',
  },
]
