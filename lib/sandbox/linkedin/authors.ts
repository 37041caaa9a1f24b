import type { Account } from '../accounts'
import type { Call } from '../exchange'
import type { Sandbox } from '../sandbox'
import { accessDenied } from './errors'

/** What a token must have been granted to write or read in a name. */
const scopesFor = {
  write: { person: 'w_member_social', organization: 'w_organization_social' },
  read: { person: 'r_member_social', organization: 'r_organization_social' },
} as const

/**
 * A token speaks for the member it was given to and for the organisations that he administers. Credentials that the
 * control API made have every permission.
 */
export function requireAuthor(
  sandbox: Sandbox,
  call: Call,
  account: Account,
  asked: { urn: string; as: keyof typeof scopesFor; operation: string },
): void {
  const { urn, as, operation } = asked
  const token = sandbox.tokens.find('linkedin', call.bearer ?? '')
  const isTheirs = urn === account.account_id || (token?.also.includes(urn) ?? false)
  const kind = urn.startsWith('urn:li:organization:') ? 'organization' : 'person'
  const isGranted = !call.scopes || call.scopes.includes(scopesFor[as][kind])
  if (!isTheirs || !isGranted) throw accessDenied(operation)
}
