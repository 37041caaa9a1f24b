/** IANA names of three letters. Node and browsers know more, such as IST and BST, which mean other zones in PostgreSQL. */
const shortNames = /^(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i
/** Known to Node and browsers, but no longer to PostgreSQL. */
const retired = /^(?:SystemV\/.*|US\/Pacific-New|Canada\/East-Saskatchewan)$/i

/** Whether this is an IANA time zone. Offsets such as `+02:00` are not: they have no daylight saving time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || retired.test(name)) return false
  if (name.length === 3 && !shortNames.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const abbreviations: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  MET: 'Europe/Brussels',
  WET: 'Europe/Lisbon',
}

/** The name to store. PostgreSQL reads some names as abbreviations without daylight saving time. */
export const storedTimezone = (name: string): string => abbreviations[name.toUpperCase()] ?? name
