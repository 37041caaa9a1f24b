type Titled = { title: string | null; caption: string }

/** A one-line title for a story. */
export function headlineOf({ title, caption }: Titled): string {
  const line = title?.trim() || firstLineOf(caption) || 'Untitled story'
  const letters = [...line]
  return letters.length > 90 ? `${letters.slice(0, 89).join('').trimEnd()}…` : line
}

/** `{{link}}` is removed: it becomes a different URL on each channel. */
function firstLineOf(caption: string): string {
  const lines = caption.split('\n').map((line) => line.replaceAll('{{link}}', ' ').replace(/\s+/g, ' ').trim())
  return lines.find((line) => line !== '')?.replace(/ ([.,;:!?])/g, '$1') ?? ''
}
