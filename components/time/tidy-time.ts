/** “9”, “9:5” and “9 pm” → “09:00”, “09:05” and “21:00”. Other text stays, and the server refuses it. */
export function tidyTime(text: string): string {
  const [, hours, minutes = '0', half] = /^\s*(\d{1,2})(?:[:.](\d{1,2}))?\s*(?:([ap])\.?m?\.?)?\s*$/i.exec(text) ?? []
  if (hours === undefined || (half && (Number(hours) < 1 || Number(hours) > 12))) return text.trim()
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hours
  return `${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}`
}
