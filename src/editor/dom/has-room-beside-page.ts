/** True if the window is wide enough for the outline and the panel beside the page, as their style sheets say. */
export const hasRoomBesidePage = () => matchMedia('(width >= 64rem)').matches
