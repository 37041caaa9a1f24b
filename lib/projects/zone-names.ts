/** Whether this is a zone of the IANA database. An offset like `+02:00` is none: it knows no summer. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
