import type { SnapshotFrom } from 'xstate'
import { toSubmission } from '#content/forms/form-values.ts'
import type { formMachine } from '#machines/page/form.ts'

/** Returns the request body for the current values of a form. */
export const selectBody = ({ context }: SnapshotFrom<typeof formMachine>) =>
  toSubmission(context.values)
