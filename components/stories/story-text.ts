type Titled = { title: string | null; caption: string }

/** What a story is called where there is one line for it. */
export function headlineOf({ title, caption }: Titled): string {
  const line = title?.trim() || caption.trim().split('\n')[0] || 'Story without words'
  const letters = [...line]
  return letters.length > 90 ? `${letters.slice(0, 89).join('').trimEnd()}…` : line
}
