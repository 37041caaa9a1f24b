type Titled = { title: string | null; caption: string }

/** A one-line title for a story. */
export function headlineOf({ title, caption }: Titled): string {
  const line = title?.trim() || firstLineOf(caption) || 'Untitled story'
  if (line.length <= 90) return line
  const letters = [...line]
  return letters.length > 90 ? `${letters.slice(0, 89).join('').trimEnd()}…` : line
}

/** The caption below its headline, without a first line that is the title. Empty if the headline shows all of it. */
export function textBelowHeadline({ title, caption }: Titled): string {
  const lines = caption.split('\n').map((line) => line.trim())
  const first = lines.findIndex((line) => line !== '')
  const headline = title?.trim()
  const isRepeated = !headline || lines[first] === headline
  return (isRepeated ? lines.slice(first + 1) : lines).filter(Boolean).join(' ')
}

/** `{{link}}` is removed: it becomes a different URL on each channel. */
function firstLineOf(caption: string): string {
  for (const line of caption.split('\n')) {
    const text = singleSpaced(line.replaceAll('{{link}}', ' ')).trim()
    if (text !== '') return text.replace(/ ([.,;:!?])/g, '$1')
  }
  return ''
}

/** Runs of spaces and other white space as one space. Most texts have none, and finding that out is cheap. */
export const singleSpaced = (text: string): string => (/\s{2}|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text)
