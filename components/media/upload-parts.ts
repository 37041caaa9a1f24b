/** What an upload needs and a page does not before its first file. */
export { checkFile } from './file-check'
export { Sending } from './sending'
