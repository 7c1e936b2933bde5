/** The code that sends files and keeps them over a reload, which is loaded together. */
export { uploadFile } from '#src/api/upload-file.ts'
export { forgetFiles, keepFiles, takeKeptFiles } from '../browser/kept-uploads.ts'
