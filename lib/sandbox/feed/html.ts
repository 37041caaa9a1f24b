/** Markup that is safe to send. Only `html` makes it, and it escapes whatever is not already safe. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | Html[] | string | number | null | undefined | false

/** A template tag: `html`<p>${text}</p>`` can be written without thinking of escapes, and so cannot be got wrong. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let text = parts[0] ?? ''
  for (const [i, value] of values.entries()) text += render(value) + (parts[i + 1] ?? '')
  return new Html(text)
}

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  return escapeText(String(value))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
