import type { Framing, Point } from '#content/pictures/framing.ts'

const percent = (fraction: number) => Math.round(fraction * 100)

/** Returns a framing in words; '' for none. */
export const framingLabel = (framing: Framing | null): string => {
  const { crop, focalPoint } = framing ?? {}
  return [
    crop &&
      `${percent(crop.width)} × ${percent(crop.height)} % of the picture, ${placeLabel(crop)}`,
    focalPoint && `focal point ${placeLabel(focalPoint)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Returns the place of a point in words. */
export const placeLabel = ({ x, y }: Point) =>
  `${percent(x)} % from the left, ${percent(y)} % from the top`
