/** Compares what is entered into the form of an item with what somebody else has saved meanwhile. */
import { dequal } from 'dequal/lite'
import {
  type ItemDraft,
  type ItemField,
  type ItemForm,
  changesIn,
  isChanged,
  savedValue,
  stillUnsaved,
  withoutValue,
} from './item-form.ts'
import type { ItemValue } from './item-values.ts'

/** A value that somebody else has changed, too: the one that both have changed, and what they have made of it. */
export interface ItemConflict {
  field: ItemField
  base: ItemValue
  theirs: ItemValue
}

/** Returns the values that are changed in a draft and, since the version that it was made of, by somebody else to another. */
export const conflictsOf = (before: ItemForm, draft: ItemDraft, theirs: ItemForm): ItemConflict[] =>
  theirs.fields.flatMap((field) => {
    if (!isChanged(before, draft, field) || !isChanged(theirs, draft, field)) return []
    const [base, value] = [savedValue(before, field), savedValue(theirs, field)]
    return dequal(value, base) ? [] : [{ field, base, theirs: value }]
  })

/** Returns conflicts with those that are found later. The value that both have changed is that of the earlier one. */
const addConflicts = (
  known: readonly ItemConflict[],
  found: readonly ItemConflict[],
): ItemConflict[] => {
  const sameAs = (conflict: ItemConflict) => (other: ItemConflict) =>
    other.field.name === conflict.field.name
  return [
    ...known.filter((conflict) => !found.some(sameAs(conflict))),
    ...found.map((conflict) => ({
      ...conflict,
      base: (known.find(sameAs(conflict)) ?? conflict).base,
    })),
  ]
}

/** Returns the conflicts that are still to be decided: about values that are not entered as the other one has them. */
export const openConflicts = (
  form: ItemForm,
  draft: ItemDraft,
  conflicts: readonly ItemConflict[],
): readonly ItemConflict[] => conflicts.filter(({ field }) => isChanged(form, draft, field))

/** The values that were saved, and what is entered by the time at which that has ended. */
interface SavedDraft {
  sent: ItemDraft
  draft: ItemDraft
}

/** Returns the conflicts that saving leaves: with values of somebody else, not with those that were sent. */
const conflictsAfterSaving = (
  before: ItemForm,
  { sent, draft }: SavedDraft,
  after: ItemForm,
): ItemConflict[] =>
  before.version === null
    ? []
    : conflictsOf(before, draft, after).filter(
        ({ field }) => sent[field.name] === undefined || isChanged(after, sent, field),
      )

/** The entered values, the version that they were made of, and what is still to be decided about them. */
interface Edits {
  form: ItemForm
  draft: ItemDraft
  conflicts: readonly ItemConflict[]
}

/** Returns what is entered once `sent` of it was sent, of which `left` was not stored; the form is as it is stored by now. */
export const editsAfterSaving = (
  { form: before, draft: entered, conflicts }: Edits,
  { form, sent, left }: { form: ItemForm; sent: ItemDraft; left: ItemDraft },
): Edits => {
  const draft = stillUnsaved(entered, { sent, left })
  return {
    form,
    draft,
    conflicts: addConflicts(conflicts, conflictsAfterSaving(before, { sent, draft }, form)),
  }
}

/** Returns what is entered once somebody else has saved, and the labels of the values that have followed theirs. */
export const editsWithTheirs = (
  { form, draft, conflicts }: Edits,
  theirs: ItemForm,
): Edits & { followed: readonly string[] } => ({
  form: theirs,
  draft: changesIn(form, draft),
  conflicts: addConflicts(conflicts, conflictsOf(form, draft, theirs)),
  followed: followedFields(form, draft, theirs),
})

type Decided = Pick<Edits, 'draft' | 'conflicts'>

const without = (conflicts: readonly ItemConflict[], name: string) =>
  conflicts.filter(({ field }) => field.name !== name)

/** Returns what is entered once it was decided about a value that both have changed. */
export const editsWithChosen = (
  { draft, conflicts }: Decided,
  { name, keep }: { name: string; keep: 'mine' | 'theirs' },
): Decided => ({
  conflicts: without(conflicts, name),
  draft: keep === 'theirs' ? withoutValue(draft, name) : draft,
})

/** The same, with a value that has the changes of both. */
export const editsWithMerged = (
  { draft, conflicts }: Decided,
  { name, value }: { name: string; value: string },
): Decided => ({ conflicts: without(conflicts, name), draft: { ...draft, [name]: value } })

/** Returns the labels of the fields that show another value by now, because nothing else is entered. */
const followedFields = (before: ItemForm, draft: ItemDraft, after: ItemForm) =>
  after.fields
    .filter(
      (field) =>
        !isChanged(before, draft, field) &&
        !dequal(savedValue(before, field), savedValue(after, field)),
    )
    .map(({ label }) => label)

const mergeableFormats: readonly ItemField['format'][] = ['text', 'longText', 'paragraphs']

/** True for texts, whose changes can be merged word by word. HTML that is more than text is not entered here. */
export const isMergeable = ({ field: { format }, base, theirs }: ItemConflict, mine: ItemValue) =>
  mergeableFormats.includes(format) &&
  (format !== 'paragraphs' || ![base, theirs, mine].some((value) => String(value).startsWith('<')))
