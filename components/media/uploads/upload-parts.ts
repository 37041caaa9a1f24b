/** Loaded with the first upload, not with the page. */
export { checkFile } from './check-file'
export { FileUpload } from './file-upload'
