/** True while a dialog is open, to which all keys belong. */
export const isDialogOpen = () => document.querySelector('dialog[open]') !== null
