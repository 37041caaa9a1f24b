/** A path with the email that was typed, so that nobody types it twice. */
export const withEmail = (path: string, email: string): string =>
  email ? `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ email })}` : path
