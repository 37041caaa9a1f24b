import { fillTokens, type TokenFacts } from '@/lib/recurring/tokens'

export type Fields = Readonly<Record<string, string>>
/** Values of `{{item.<field>}}`, `{{story.<field>}}` and `{{moment.<field>}}`, and of `{{recent_posts}}`. */
export type Values = { item?: Fields; story?: Fields; moment?: Fields; recent_posts?: string }

type Time = TokenFacts & { slot: Date; timezone: string }

/** Members of a story and its overrides that may contain variables. Pinterest’s description is its caption. */
const filledMembers = ['title', 'caption', 'description', 'hashtags', 'excerpt', 'alt_text', 'first_comment'] as const

const variable = /\{\{\s*(?:(item|story|moment)\.([^{}]{1,200}?)|(recent_posts))\s*\}\}/gi

export type Filling = {
  /** Variables that this trigger has no values for. */
  unknown: Set<string>
  /** Fields that the item, story or moment does not have. Filled with nothing. */
  missing: Set<string>
}

/** How connectors write the date of a feed item. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Fills texts with values. Values are data: braces in them are taken apart, so that they cannot contain variables
 * themselves. Dates of feeds are written like `{{date}}`, in the time zone of the project.
 *
 * @param isExample missing values are filled with their name, e.g. `[title]`
 */
export function filler(values: Values, time: Time, isExample = false): { fill: (text: string) => string } & Filling {
  const [unknown, missing] = [new Set<string>(), new Set<string>()]
  const resolve = (written: string, group: string | undefined, name: string | undefined): string => {
    if (group === undefined) {
      if (values.recent_posts === undefined) unknown.add(written)
      return values.recent_posts ?? ''
    }
    const fields = values[group.toLowerCase() as 'item' | 'story' | 'moment']
    if (!fields) unknown.add(written)
    const field = (name ?? '').trim()
    const value = fields && fieldOf(fields, field)
    if (fields && value === undefined && isExample) return `[${field}]`
    if (fields && value === undefined) missing.add(field)
    return value && instant.test(value) ? fillTokens('{{date}}', { ...time, slot: new Date(value) }) : (value ?? '')
  }
  const fill = (text: string): string =>
    fillTokens(text, time).replace(variable, (written, group?: string, name?: string) =>
      resolve(written, group, name).replaceAll('{{', '{ {').replaceAll('}}', '} }'),
    )
  return { fill, unknown, missing }
}

/** Names ignore case, because feeds and spreadsheets write them in any. */
function fieldOf(fields: Fields, name: string): string | undefined {
  if (Object.hasOwn(fields, name)) return fields[name]
  const found = Object.keys(fields).find((key) => key.toLowerCase() === name.toLowerCase())
  return found === undefined ? undefined : fields[found]
}

/** The members with their texts filled in. */
export const fillMembers = <T extends object>(members: T, fill: (text: string) => string): T =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'string' && (filledMembers as readonly string[]).includes(name) ? fill(value) : value,
    ]),
  ) as T

/** The groups of variables in a text: `item`, `story`, `moment`, `recent_posts`, with the first one as written. */
export function groupsIn(text: string): Map<string, string> {
  const groups = new Map<string, string>()
  for (const [written, group, , single] of text.matchAll(variable)) {
    const name = (group ?? single ?? '').toLowerCase()
    if (!groups.has(name)) groups.set(name, written)
  }
  return groups
}
