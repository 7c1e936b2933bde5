import { useId, useState } from 'react'
import {
  type FramingDraft,
  type RatioName,
  cropOfRatio,
  cropRatios,
  draftOfFraming,
  fractionRatio,
  framingOfDraft,
  partInBox,
  wholePicture,
} from '#content/pictures/crop-changes.ts'
import type { Framing } from '#content/pictures/framing.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { CropArea } from './CropArea.tsx'
import type { FramedPicture } from './draft-props.ts'
import { ExactValues } from './ExactValues.tsx'
import styles from './FramingDialog.module.css'
import { PicturePart } from './PicturePart.tsx'

export interface FramingDialogProps {
  picture: FramedPicture
  framing: Framing | null
  onApply: (framing: Framing | null) => void
  onCancel: () => void
}

/** Chooses the part of a picture that is shown, and the point of it that stays in sight. */
export function FramingDialog({ picture, framing, onApply, onCancel }: FramingDialogProps) {
  const { ratioName, chooseRatio, reset, ...props } = useFramingDraft(framing, picture)
  return (
    <Dialog label="Crop and focal point" width="wide" onDismiss={onCancel}>
      <div className={styles.columns}>
        <div className={styles.main}>
          <RatioChoice chosen={ratioName} onChoose={chooseRatio} />
          <CropArea picture={picture} {...props} />
          <p className={styles.hint}>
            Drag the edges and the round focal point, or move them with the arrow keys. The focal
            point stays in sight where there is no room for the whole crop.
          </p>
        </div>
        <div className={styles.aside}>
          <Previews picture={picture} draft={props.draft} />
          <ExactValues {...props} />
        </div>
      </div>
      <DialogActions>
        <Button variant="quiet" className={styles.reset} onClick={reset}>
          Reset
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="solid" onClick={() => onApply(framingOfDraft(props.draft))}>
          Apply
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Returns the draft of the dialog, and the functions that change it. */
function useFramingDraft(framing: Framing | null, picture: FramedPicture) {
  const [draft, setDraft] = useState(() => draftOfFraming(framing))
  const [ratioName, setRatioName] = useState<RatioName>('free')
  return {
    draft,
    ratio: fractionRatio(ratioName, picture.ratio),
    ratioName,
    onChange: setDraft,
    chooseRatio: (name: RatioName) => {
      setRatioName(name)
      const ratio = fractionRatio(name, picture.ratio)
      if (ratio !== null) setDraft({ ...draft, crop: cropOfRatio(draft.crop, ratio) })
    },
    reset: () => {
      setRatioName('free')
      setDraft({ crop: wholePicture, focalPoint: null })
    },
  }
}

const ratioNames = Object.keys(cropRatios) as RatioName[]
const ratioLabels: Partial<Record<RatioName, string>> = { free: 'Free', original: 'Original' }

interface RatioChoiceProps {
  chosen: RatioName
  onChoose: (name: RatioName) => void
}

function RatioChoice({ chosen, onChoose }: RatioChoiceProps) {
  const group = useId()
  return (
    <fieldset className={styles.ratios}>
      <legend>Shape</legend>
      {ratioNames.map((name) => (
        <label key={name} className={styles.ratio}>
          <input
            type="radio"
            name={group}
            checked={chosen === name}
            onChange={() => onChoose(name)}
          />
          {ratioLabels[name] ?? name}
        </label>
      ))}
    </fieldset>
  )
}

/** The shapes of the boxes in which the framing is shown; null for that of the crop. */
const previews: readonly [label: string, ratio: number | null][] = [
  ['Cropped', null],
  ['In a square', 1],
  ['In a wide box', 5 / 2],
]

const Previews = ({ picture, draft }: { picture: FramedPicture; draft: FramingDraft }) => (
  <div className={styles.previews}>
    {previews.map(([label, ratio]) => (
      <figure key={label} className={styles.preview}>
        <PicturePart
          src={picture.url}
          part={ratio === null ? draft.crop : partInBox(draft, picture.ratio, ratio)}
          pictureRatio={picture.ratio}
        />
        <figcaption>{label}</figcaption>
      </figure>
    ))}
  </div>
)
