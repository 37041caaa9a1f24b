/** Loaded with the first upload, not with the page. */
export { checkFile } from './check-file'
export { FileUpload } from './file-upload'

/** Loads the tus client with the first large file. */
export const loadLargeUpload = () => import('./large-upload')

export { firstFrameOf } from '../posters/capture-frame'
export { sendPoster } from '../posters/send-poster'
