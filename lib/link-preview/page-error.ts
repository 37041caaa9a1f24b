/** A web page could not be read. The message is for users. */
export class PageError extends Error {
  override name = 'PageError'
}
