import { z } from 'zod'
import { contract } from '@/lib/api/contract'
import type { InboxPlatform } from '../kinds'

/** Webhooks that Instagram and Facebook call. */

const tag = 'Inbox'
const networkNames = { instagram: 'Instagram', facebook: 'Facebook' }

/** Meta sends up to 1,000 changes at once. */
export const deliveryMaxBytes = 3 * 1024 * 1024

const Handshake = z.object({
  'hub.mode': z.string().max(100),
  'hub.challenge': z.string().min(1).max(1_000),
  'hub.verify_token': z.string().max(1_000),
})

const verify = (platform: InboxPlatform) =>
  contract({
    method: 'GET',
    path: `/api/webhooks/${platform}-inbox`,
    tag,
    summary: `Verify the inbox webhook of ${networkNames[platform]}`,
    description:
      'Meta calls this when you enter the URL in the dashboard of your app. Returns `hub.challenge` if ' +
      '`hub.verify_token` is `META_VERIFY_TOKEN`.',
    scope: 'public',
    query: Handshake,
    answersText: true,
    isUncounted: true,
    answers: { 200: z.string() },
    errors: ['insufficient_scope'],
  })

const receive = (platform: InboxPlatform) =>
  contract({
    method: 'POST',
    path: `/api/webhooks/${platform}-inbox`,
    tag,
    summary: `Receive comments and messages of ${networkNames[platform]}`,
    description:
      'Meta calls this. `X-Hub-Signature-256` must be the HMAC-SHA256 of the raw body with the secret of your app. The ' +
      'delivery is stored and processed within seconds. `status`: `accepted`; `duplicate`, if the same delivery was ' +
      'received before; `unknown_account`, if no project has the account connected; `ignored`, if it is about ' +
      'something else.',
    scope: 'public',
    raw: { type: 'application/json', maxBytes: deliveryMaxBytes },
    isUncounted: true,
    answers: {
      200: z.strictObject({ status: z.enum(['accepted', 'duplicate', 'unknown_account', 'ignored']) }),
    },
    errors: ['unauthorized'],
  })

export const verifyInstagramInbox = verify('instagram')
export const verifyFacebookInbox = verify('facebook')
export const receiveInstagramInbox = receive('instagram')
export const receiveFacebookInbox = receive('facebook')
