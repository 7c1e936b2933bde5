/** Draws 16 px line icons in the current text color, hidden from screen readers. */
const paths = {
  bell: 'M4 11.5V7a4 4 0 0 1 8 0v4.5l1.5 1h-11zM6.5 14.5h3',
  check: 'M3 8.5 6.5 12 13 4.5',
  clipboard: 'M5.5 3h-2v10.5h9V3h-2M5.5 2h5v2.5h-5z',
  close: 'M4 4l8 8M12 4l-8 8',
  cog: 'M8 5.75a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 0 1 0-4.5M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  draft: 'M10.5 2.5 13.5 5.5 5.5 13.5 2 14l.5-3.5zM9 4l3 3',
  history: 'M8 2.5a5.5 5.5 0 1 1-5.5 5.5M2.5 3v3h3M8 5.5V8l2 1.5',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  plus: 'M8 3v10M3 8h10',
  redo: 'M13 6.5H6a3.5 3.5 0 0 0 0 7h2M13 6.5 9.5 3M13 6.5 9.5 10',
  structure: 'M2.5 2.5h11v11h-11zM2.5 6.5h11M6.5 6.5v7',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.5 9h7l.5-9',
  undo: 'M3 6.5h7a3.5 3.5 0 0 1 0 7H8M3 6.5 6.5 3M3 6.5 6.5 10',
  up: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  warning: 'M8 2 14.5 13.5h-13zM8 6.5v3.5M8 11.9v.1',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => (
  <svg
    aria-hidden="true"
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
)
