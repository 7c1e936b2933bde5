/** Says why a component cannot be moved into a section. */
import type { DropRefusal } from '#content/change/moves/drop-refusal.ts'

interface Names {
  /** The label of the kind of the component. */
  kind: string
  section: string
}

const messages: Record<DropRefusal, (names: Names) => string> = {
  gone: () => 'This has been deleted.',
  template: () => 'This belongs to the template of this page, and is moved there.',
  inside: ({ kind }) => `This is inside of the ${kind} itself.`,
  placeholder: () => 'Each page of the template fills this place, so it stays in the template.',
  kind: ({ kind, section }) => `${section} takes no ${kind}.`,
}

/** Returns why the component cannot be moved there. */
export const refusalMessage = (refusal: DropRefusal, names: Names) => messages[refusal](names)
