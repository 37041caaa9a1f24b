/** Chosen, often by the link that opened the composer. They make no draft of their own. */
const choices = new Set(['contentType', 'templateId', 'channels', 'postType', 'localTime', 'pinnedUntil'])

/** Whether anything was typed or added in a draft of the composer. */
export const isWritten = (draft: object): boolean =>
  Object.entries(draft).some(([name, value]) => !choices.has(name) && hasValue(value))

function hasValue(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value === true
}
