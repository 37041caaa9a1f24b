import { z } from 'zod'

/** Links are paths, because they only point to this product. The host is added from APP_URL on rendering. */
const path = z.string().regex(/^\/(?![/\\])[^\s\\]*$/, 'must be a path of this product, such as /queue')

const Item = z.strictObject({
  text: z.string(),
  /** Second line, in a softer color. */
  detail: z.string().optional(),
  path: path.optional(),
})

/** Content blocks of a mail. Text is plain and escaped on rendering. */
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
  /** Preview text that mail clients show after the subject. Not visible in the mail. */
  preview: z.string().optional(),
  blocks: z.array(Block).min(1),
})
export type MailContent = z.output<typeof MailContent>
