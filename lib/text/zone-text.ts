/** “Berlin time” for “Europe/Berlin”, “UTC” for UTC. */
export function zoneText(timeZone: string): string {
  const place = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
  return /^(UTC|GMT)\b/.test(place) ? place : `${place} time`
}
