/** Runs an actor, such as that of a form, in the system of the app for as long as a view is mounted. */
import { type AnyActorLogic, type AnyActorRef, setup } from 'xstate'
import { actorId } from '../declare-effects.ts'

export const viewActorMachine = setup({
  types: {} as {
    /** The actor that the view needs, with its id and its input. */
    input: { id: string; logic: AnyActorLogic; input: unknown }
    context: { ref: AnyActorRef }
    events: { type: 'view.unmounted' }
  },
}).createMachine({
  id: 'viewActor',
  context: ({ input: { id, logic, input }, spawn }) => ({
    ref: spawn(logic, { id: actorId(id), input }) as AnyActorRef,
  }),
  initial: 'mounted',
  states: {
    mounted: {
      description: 'The view is on the screen, and its actor runs.',
      on: { 'view.unmounted': 'unmounted' },
    },
    /** The actor is stopped with its parent, which has ended. */
    unmounted: { description: 'The view is gone, and its actor with it.', type: 'final' },
  },
})
