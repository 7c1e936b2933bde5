/** Says why a component cannot be moved into a section. */
import type { DropRefusal } from '#content/change/moves/drop-refusal.ts'

interface Names {
  /** The label of the kind of the component. */
  kind: string
  section: string
}

const words: Record<DropRefusal, (names: Names) => string> = {
  gone: () => 'This has been deleted.',
  template: () => 'This belongs to the template of this page, and is moved there.',
  inside: ({ kind }) => `This is inside of the ${kind} itself.`,
  placeholder: () => 'Each page of the template fills this place, so it stays in the template.',
  kind: ({ kind, section }) => `${section} takes no ${kind}.`,
}

/** Returns the reason in words. */
export const refusalWords = (refusal: DropRefusal, names: Names) => words[refusal](names)
