/** Variables of saved replies. */
export const replyVariables = ['name', 'first_name', 'account_name'] as const
type Values = Record<(typeof replyVariables)[number], string>

export const replyValues = (participantName: string | null, accountName: string | null): Values => ({
  name: participantName ?? '',
  first_name: participantName?.trim().split(/\s+/)[0] ?? '',
  account_name: accountName ?? '',
})

/** Replaces `{{name}}`. Other words in braces stay, and blanks before a sign are removed where a name is unknown. */
export function fillReply(body: string, values: Values): string {
  return body
    .replace(/[ ]*\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
      if (!Object.hasOwn(values, name)) return whole
      const value = values[name as keyof Values]
      const blanks = /^[ ]*/.exec(whole)?.[0] ?? ''
      return value === '' ? '' : blanks + value
    })
    .trim()
}
