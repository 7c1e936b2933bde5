/**
 * Returns the attributes of a control that does nothing now for a reason; none without a reason. Unlike one with `disabled`,
 * the control keeps the focus. Screen readers read the reason, and a tooltip shows it (see `disabled-tooltip.ts`).
 */
export const disabledProps = (reason: string | null | undefined) =>
  reason
    ? // A description that is written in another element would win over the reason.
      { 'aria-disabled': true, 'aria-description': reason, 'aria-describedby': undefined }
    : undefined
