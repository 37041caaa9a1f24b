import { endOfString } from '@/lib/api/parse'

/** Whether JSON is nested deeper. JSON.parse takes seconds for very deep nesting. */
export function isNestedDeeper(text: string, max: number): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]
    if (sign === '"') {
      index = endOfString(text, index)
      if (index === -1) return false
    } else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth > max) return true
    } else if (sign === '}' || sign === ']') depth -= 1
  }
  return false
}
