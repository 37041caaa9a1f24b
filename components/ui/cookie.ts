const yearSeconds = 365 * 24 * 60 * 60

/** Stores a setting of this browser that the server needs for rendering. Null deletes it. */
export function setCookie(name: string, value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API.
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${value === null ? 0 : yearSeconds}; samesite=lax`
}
