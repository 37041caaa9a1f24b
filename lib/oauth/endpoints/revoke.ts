import { hashToken } from '@/lib/auth/tokens'
import { authenticateClient } from '../clients/authenticate-client'
import { endGrant, findGrantOfRefreshToken, revokeAccessToken } from '../grants/repository'
import { oauthEndpoint, readForm, requiredMember } from './http'

/**
 * `POST /oauth/revoke` (RFC 7009). A refresh token ends the grant with all its tokens, an access token only itself.
 * Unknown tokens, and those of other apps, are answered in the same way.
 */
export const revoke = oauthEndpoint(async ({ request, db }) => {
  const form = await readForm(request)
  const client = await authenticateClient(db, request.headers, form)
  const hash = hashToken(requiredMember(form, 'token'))
  const grantId = await findGrantOfRefreshToken(db, hash, client.id)
  if (grantId) await endGrant(db, grantId, 'client')
  else await revokeAccessToken(db, hash, client.id)
  return { body: null }
})
