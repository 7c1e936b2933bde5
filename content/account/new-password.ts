/** A new password, which is typed twice so that a mistyped one is noticed. */
export interface NewPassword {
  first: string
  second: string
}

/** The mistake in a password that was typed in two ways. */
export const passwordMismatch = 'The two passwords are not the same.'
