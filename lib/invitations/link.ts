import { hashToken, newLinkToken } from '@/lib/auth/tokens'
import { appUrl } from '@/lib/env'

/** A new link and what is kept of it. */
export function newLink(): { url: string; tokenHash: Buffer } {
  const token = newLinkToken()
  return { url: `${appUrl()}/invitations/${token}`, tokenHash: hashToken(token) }
}
