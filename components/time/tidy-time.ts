/** “9” and “9:5” → “09:00” and “09:05”. Other text stays, and the server refuses it. */
export function tidyTime(text: string): string {
  const [, hours, minutes = '0'] = /^\s*(\d{1,2})(?:[:.](\d{1,2}))?\s*$/.exec(text) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
}
