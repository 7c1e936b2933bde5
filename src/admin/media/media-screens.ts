/** The screens of the media library, which are loaded together: each leads to the other. */
export { MediaFileScreen } from './MediaFileScreen.tsx'
export { MediaLibraryScreen } from './MediaLibraryScreen.tsx'
