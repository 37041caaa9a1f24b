import { z } from 'zod'

export const firstCommentStatuses = ['pending', 'sending', 'posted', 'failed'] as const

/** The comment that the account writes below its own post. */
export const FirstComment = z.strictObject({
  status: z.enum(firstCommentStatuses).meta({ description: '`sending`: sent or about to be, without a result yet.' }),
  text: z.string(),
  external_id: z.string().nullable().meta({ description: "The network's id of the comment." }),
  url: z.string().nullable().meta({ description: 'Null if the network has no permalinks of comments.' }),
  error_code: z.string().nullable().meta({
    description: '`outcome_unknown`: it may be public, so check at the network before you retry.',
  }),
  error: z.string().nullable().meta({ description: 'Why it failed and what to do.' }),
  posted_at: z.iso.datetime().nullable(),
})
export type FirstComment = z.output<typeof FirstComment>
