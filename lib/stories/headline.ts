type Titled = { title: string | null; caption: string }

/** What a story is called where there is one line for it. */
export function headlineOf({ title, caption }: Titled): string {
  const line = title?.trim() || firstLineOf(caption) || 'Story without words'
  const letters = [...line]
  return letters.length > 90 ? `${letters.slice(0, 89).join('').trimEnd()}…` : line
}

/** The place of the tracked link says nothing here: each channel puts another address into it. */
function firstLineOf(caption: string): string {
  const lines = caption.split('\n').map((line) => line.replaceAll('{{link}}', ' ').replace(/\s+/g, ' ').trim())
  return lines.find((line) => line !== '')?.replace(/ ([.,;:!?])/g, '$1') ?? ''
}
