import { hashToken, newLinkToken } from '@/lib/auth/tokens'
import { appUrl } from '@/lib/env'

/** A new link, and the hash and hint to store. */
export function newLink(): { url: string; path: string; tokenHash: Buffer } {
  const token = newLinkToken()
  const path = `/invitations/${token}`
  return { url: appUrl() + path, path, tokenHash: hashToken(token) }
}
