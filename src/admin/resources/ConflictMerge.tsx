/** Compares the two texts of a conflict, and merges them. Loaded with the library that compares texts. */
import type { ItemConflict } from '#content/admin/item-conflicts.ts'
import { DifferenceLegend, TextDifference } from '#src/comparison/TextDifference.tsx'
import { mergeTexts } from '#src/comparison/merge-edits.ts'
import { Button } from '#src/ui/Button.tsx'

const sides = { before: 'Theirs', after: 'Mine' }

interface TextsProps {
  conflict: ItemConflict
  mine: string
}

/** Shows word by word how the texts differ. */
export const ConflictTexts = ({ conflict: { theirs }, mine }: TextsProps) => (
  <>
    <TextDifference before={String(theirs)} after={mine} sides={sides} />
    <DifferenceLegend sides={sides} />
  </>
)

/** Enters a text with the changes of both, to be edited further. */
export const MergeButton = ({
  conflict: { base, theirs },
  mine,
  onMerge,
}: TextsProps & { onMerge: (merged: string) => void }) => (
  <Button onClick={() => onMerge(mergeTexts({ base: String(base), theirs: String(theirs), mine }))}>
    Merge by hand
  </Button>
)
