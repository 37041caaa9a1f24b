import { z } from 'zod'

/** Links go to this product only, so they are paths; the host is added from APP_URL when the mail is rendered. */
const path = z.string().regex(/^\/(?![/\\])[^\s\\]*$/, 'must be a path of this product, such as /queue')

const Item = z.strictObject({
  text: z.string(),
  /** Second line, in a softer color. */
  detail: z.string().optional(),
  path: path.optional(),
})

/** What mails are made of. Text is plain: it is escaped when the mail is rendered. */
export const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('heading'), text: z.string() }),
  z.strictObject({ type: z.literal('paragraph'), text: z.string() }),
  z.strictObject({ type: z.literal('button'), label: z.string(), path }),
  z.strictObject({ type: z.literal('list'), items: z.array(Item).min(1) }),
  z.strictObject({ type: z.literal('rule') }),
  z.strictObject({ type: z.literal('code'), text: z.string() }),
])
export type Block = z.output<typeof Block>
export type ListItem = z.output<typeof Item>

export const MailContent = z.strictObject({
  subject: z.string().min(1),
  /** Shown by mail clients after the subject, and nowhere in the mail. */
  preview: z.string().optional(),
  blocks: z.array(Block).min(1),
})
export type MailContent = z.output<typeof MailContent>
