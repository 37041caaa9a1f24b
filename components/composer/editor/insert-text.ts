/**
 * Types a text at the cursor of a field, as the keyboard would, so that the browser can undo it. The field keeps the
 * cursor while a toolbar or a list has the focus.
 *
 * @param isWord adds blanks to neighbours
 */
export function insertText(fieldId: string, text: string, { isWord = false } = {}): void {
  const field = document.getElementById(fieldId)
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return
  field.focus()
  const { value, selectionStart, selectionEnd } = field
  const before = isWord && /\S$/.test(value.slice(0, selectionStart ?? 0)) ? ' ' : ''
  const after = isWord && !/^\s/.test(value.slice(selectionEnd ?? 0)) ? ' ' : ''
  // Deprecated, but the only way that keeps the undo history of the field.
  document.execCommand('insertText', false, `${before}${text}${after}`)
}
