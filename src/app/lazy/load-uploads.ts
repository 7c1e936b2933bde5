import { Failure } from '#content/model/failure.ts'

/** Loads the code that sends and keeps files, in advance or with the first file. Where it is not reached, neither is the site. */
export const loadUploads = async () => {
  try {
    return await import('./uploads-bundle.ts')
  } catch {
    throw new Failure('offline')
  }
}
