import type { RecurringDraft } from './recurring-draft'

/** The variables of recurring posts, with an example of each. */
export const variables = [
  ['date', 'Date, 2026-05-01'],
  ['weekday', 'Weekday, Friday'],
  ['weekday_short', 'Weekday, Fri'],
  ['day', 'Day, 01'],
  ['month', 'Month, 05'],
  ['month_long', 'Month, May'],
  ['year', 'Year, 2026'],
  ['pillar', 'Pillar name'],
  ['content_type', 'Pillar key'],
] as const

const names = new Set<string>(variables.map(([name]) => name))

/** Variables that are unknown or empty. Unknown ones are published as they are. */
export function variableProblems({
  title,
  caption,
  contentType,
  destinationUrl,
}: Pick<RecurringDraft, 'title' | 'caption' | 'contentType' | 'destinationUrl'>): string[] {
  const used = [...`${title} ${caption}`.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([text, name = '']) => {
    const known = name.toLowerCase()
    if (known === 'link') return destinationUrl.trim() ? null : `${text} is empty. Add a link.`
    if (!names.has(known)) return `${text} is not a variable. It would be published as it is.`
    const isPillar = known === 'pillar' || known === 'content_type'
    return isPillar && contentType === '' ? `${text} is empty. Choose a pillar.` : null
  })
  return [...new Set(used.filter((problem) => problem !== null))]
}
