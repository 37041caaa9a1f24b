/** Mentions in the text of comments: `<@user id>`. Used by the server and the screens. */
const mark = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/gi

export const markOf = (userId: string): string => `<@${userId}>`

/** The ids of the mentioned users, each once, in lower case. */
export const mentionedIds = (body: string): string[] => [
  ...new Set([...body.matchAll(mark)].map(([, id = '']) => id.toLowerCase())),
]

export type BodyPart = { text: string; isMention: boolean }

/** Splits a text at its mentions. Ids without a name here stay text: clients cannot mention anyone. */
export function bodyParts(body: string, mentions: readonly { user_id: string; name: string }[]): BodyPart[] {
  const names = new Map(mentions.map(({ user_id, name }) => [user_id, name]))
  const parts: BodyPart[] = []
  let end = 0
  for (const { 0: found, 1: id = '', index } of body.matchAll(mark)) {
    const name = names.get(id.toLowerCase())
    if (name === undefined) continue
    if (index > end) parts.push({ text: body.slice(end, index), isMention: false })
    parts.push({ text: `@${name}`, isMention: true })
    end = index + found.length
  }
  if (end < body.length) parts.push({ text: body.slice(end), isMention: false })
  return parts
}

/** The text with names instead of ids, for mails and notifications. */
export const readableBody = (body: string, mentions: readonly { user_id: string; name: string }[]): string =>
  bodyParts(body, mentions)
    .map(({ text }) => text)
    .join('')
