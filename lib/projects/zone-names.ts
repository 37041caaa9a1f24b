/** Whether this is an IANA time zone. Offsets such as `+02:00` are not: they have no daylight saving time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
