import { z } from 'zod'
import { contract } from '@/lib/api/contract'
import type { InboxPlatform } from '../kinds'

/** Callbacks that Meta requires of every app: https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback */

const tag = 'Inbox'
const raw = { type: 'application/x-www-form-urlencoded', maxBytes: 65_536 }

const deauthorize = (platform: InboxPlatform) =>
  contract({
    method: 'POST',
    path: `/api/webhooks/${platform}-deauthorize`,
    tag,
    summary: `Receive that a user of ${platform === 'instagram' ? 'Instagram' : 'Facebook'} removed the app`,
    description: 'Meta calls this with a `signed_request`. Connections of the account are marked as revoked.',
    scope: 'public',
    raw,
    isUncounted: true,
    answers: { 200: z.strictObject({ ok: z.literal(true) }) },
    errors: ['unauthorized'],
  })

const deleteData = (platform: InboxPlatform) =>
  contract({
    method: 'POST',
    path: `/api/webhooks/${platform}-data-deletion`,
    tag,
    summary: `Receive that a user of ${platform === 'instagram' ? 'Instagram' : 'Facebook'} wants their data deleted`,
    description:
      'Meta calls this with a `signed_request`. Conversations with the person and their comments are deleted. `url` is a ' +
      'public page with the status.',
    scope: 'public',
    raw,
    isUncounted: true,
    answers: { 200: z.strictObject({ url: z.url(), confirmation_code: z.string() }) },
    errors: ['unauthorized'],
  })

export const deauthorizeInstagram = deauthorize('instagram')
export const deauthorizeFacebook = deauthorize('facebook')
export const deleteInstagramData = deleteData('instagram')
export const deleteFacebookData = deleteData('facebook')
