import type { UnsavedRef } from '#machines/unsaved.ts'
import { FieldProblem } from './FieldProblem.tsx'
import { MoveProblem } from './MoveProblem.tsx'
import { useHeldBack } from './use-saving.ts'

/** Everything that could not be saved, each with the ways out of it. It stays until one of them is taken. */
export function HeldBack({ unsavedRef }: { unsavedRef: UnsavedRef }) {
  const { fields, reorders } = useHeldBack(unsavedRef)
  return (
    <>
      {Object.values(fields).map((fieldRef) => (
        <FieldProblem key={fieldRef.id} fieldRef={fieldRef} />
      ))}
      {Object.values(reorders).map((reorderRef) => (
        <MoveProblem key={reorderRef.id} reorderRef={reorderRef} />
      ))}
    </>
  )
}
