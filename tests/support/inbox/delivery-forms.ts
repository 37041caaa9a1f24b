import { createHmac, randomInt } from 'node:crypto'
import { apps } from '@/sandbox/oauth/apps'

export type Platform = 'instagram' | 'facebook'

/** A number as the networks use for ids. */
export const newNumber = (): string => `17${randomInt(1e12, 1e13)}`

export const signatureOf = (body: string | Buffer, platform: Platform): string =>
  `sha256=${createHmac('sha256', apps[platform].secret).update(body).digest('hex')}`

const seconds = (): number => Math.floor(Date.now() / 1_000)

type Comment = { account: string; id?: string; parent?: string; post?: string; text?: string; from?: string }

/** Deliveries in Meta's forms. */
export const instagramComment = ({
  account,
  id = newNumber(),
  parent,
  post = '90',
  text = 'Nice',
  from = '7',
}: Comment) => ({
  object: 'instagram',
  entry: [
    {
      id: account,
      time: seconds(),
      changes: [
        {
          field: 'comments',
          value: {
            ...{ id, from: { id: from, username: `user${from}` }, text },
            ...(parent ? { parent_id: parent } : {}),
            media: { id: post, media_product_type: 'FEED' },
          },
        },
      ],
    },
  ],
})

export const facebookComment = (
  { account, id = `5_${newNumber()}`, parent, post = `${account}_5`, text = 'Nice', from = '7' }: Comment,
  verb = 'add',
  time = seconds(),
) => ({
  object: 'page',
  entry: [
    {
      ...{ id: account, time },
      changes: [
        {
          field: 'feed',
          value: {
            ...{ item: 'comment', verb, comment_id: id, post_id: post, parent_id: parent ?? post },
            ...{ from: { id: from, name: `User ${from}` }, message: text, created_time: time },
            post: { id: post, permalink_url: 'https://www.facebook.com/p/5', is_published: true },
          },
        },
      ],
    },
  ],
})

type Messaging = { account: string; from?: string; platform?: Platform; at?: number; toAccount?: boolean }

/** An event of direct messages, such as `{message: {mid, text}}`. */
export const messaging = (
  { account, from = '7', platform = 'instagram', at = Date.now(), toAccount = true }: Messaging,
  event: object,
) => ({
  object: platform === 'instagram' ? 'instagram' : 'page',
  entry: [
    {
      ...{ id: account, time: at },
      messaging: [
        {
          ...(toAccount
            ? { sender: { id: from }, recipient: { id: account } }
            : { sender: { id: account }, recipient: { id: from } }),
          ...{ timestamp: at, ...event },
        },
      ],
    },
  ],
})
