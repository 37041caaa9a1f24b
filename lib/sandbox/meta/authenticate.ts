import type { ChannelId } from '../../channels/ids'
import type { Account } from '../accounts'
import { type Call, Refusal } from '../exchange'
import type { Presented } from '../oauth/tokens'
import type { Sandbox } from '../sandbox'
import { graphError, refuse } from './envelope'
import { readParameters } from './parameters'

/** Codes 190/463 and 190/458 carry this header as well; some clients look at nothing else. */
function deadToken(subcode: number | undefined, message: string): Refusal {
  const header = { 'www-authenticate': `OAuth "Facebook Platform" "invalid_token" "${message}"` }
  return new Refusal(graphError({ code: 190, ...(subcode !== undefined && { subcode }), message }, header))
}

/** The token comes as a header or as a parameter; the Graph API takes both. */
export function presentGraph(sandbox: Sandbox, network: ChannelId, call: Call): Presented {
  const parameter = readParameters(call).access_token
  const token = call.bearer ?? (typeof parameter === 'string' ? parameter : undefined)
  if (!token) throw refuse({ code: 104, message: 'An access token is required to request this resource.' })
  const presented = sandbox.tokens.present(call, network, token)
  if (!presented) throw deadToken(undefined, 'Invalid OAuth access token - Cannot parse access token')
  if (presented.state === 'expired') {
    const now = sandbox.clock().toUTCString()
    throw deadToken(463, `Error validating access token: Session has expired. The current time is ${now}.`)
  }
  if (presented.state === 'revoked') {
    throw deadToken(458, 'Error validating access token: The user has not authorized application.')
  }
  return presented
}

export function authenticateGraph(sandbox: Sandbox, network: ChannelId, call: Call): Account {
  const { account } = presentGraph(sandbox, network, call)
  // A person's token reads what they manage, and nothing goes out under it.
  if (!account) {
    const message = 'A Page access token is required for this call for the new Pages experience.'
    throw refuse({ code: 190, subcode: 2069032, message })
  }
  return account
}
