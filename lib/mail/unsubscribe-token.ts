import { createHmac, timingSafeEqual } from 'node:crypto'
import { appUrl, env } from '@/lib/env'
import { isSubscriptionMail, type SubscriptionMailKind } from './kinds'

export type Unsubscribing = { userId: string; kind: SubscriptionMailKind }

/** Works without sign-in and never expires, so that links in old mails work. It can only turn the kind off. */
export const unsubscribeUrl = (userId: string, kind: SubscriptionMailKind): string =>
  `${appUrl()}/unsubscribe?t=${userId}.${kind}.${macOf({ userId, kind })}`

/** @returns null if the signature is invalid */
export function readUnsubscribeToken(token: string): Unsubscribing | null {
  const [, userId, kind, mac] = /^([0-9a-f-]{36})\.([a-z_]{1,40})\.([\w-]{43})$/.exec(token) ?? []
  if (!userId || !kind || !mac || !isSubscriptionMail(kind)) return null
  const expected = Buffer.from(macOf({ userId, kind }))
  return timingSafeEqual(expected, Buffer.from(mac)) ? { userId, kind } : null
}

function macOf({ userId, kind }: Unsubscribing): string {
  const { NEXTAUTH_SECRET } = env()
  if (!NEXTAUTH_SECRET) throw new Error('NEXTAUTH_SECRET is not set, so unsubscribe links cannot be signed.')
  // The label separates this MAC from other uses of the secret.
  return createHmac('sha256', NEXTAUTH_SECRET).update(`unsubscribe|${userId}|${kind}`).digest('base64url')
}
