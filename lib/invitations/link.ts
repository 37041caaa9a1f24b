import { hashToken, newInvitationToken } from '@/lib/auth/tokens'
import { appUrl } from '@/lib/env'

/** A new link and what is kept of it. */
export function newLink(): { url: string; tokenHash: Buffer } {
  const token = newInvitationToken()
  return { url: `${appUrl()}/invitations/${token}`, tokenHash: hashToken(token) }
}
