import { z } from 'zod'
import { type ChannelId, channelIds } from '../../channels/ids'
import type { Account, TokenState } from '../accounts'
import type { Networks } from '../networks'
import type { Sandbox } from '../sandbox'

const number = z.string().regex(/^\d{1,20}$/, 'must be a number of at most 20 digits')

/** Ids have the form that the network gives them, because clients may check it. */
const accountIds: Record<ChannelId, z.ZodType<string>> = {
  instagram: number,
  facebook: number,
  threads: number,
  x: number,
  pinterest: number,
  linkedin: z.string().regex(/^urn:li:(person|organization):[\w-]+$/, 'must be a URN such as urn:li:person:abc'),
  ghost: z.string().min(1).max(200),
}

export const AccountRequest = z
  .strictObject({
    network: z.enum(channelIds),
    account_id: z.string().optional(),
    name: z.string().trim().min(1).max(200).optional(),
    handle: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,60}$/, 'has letters, digits, full stops, _ and - only')
      .optional(),
    /** Instagram alone. */
    account_type: z.enum(['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL']).optional(),
    /** Facebook alone: the page belongs to this business and not to the person. */
    business: z.string().trim().min(1).max(200).optional(),
    /** Facebook alone: what the person may do on the page. */
    tasks: z.array(z.string()).optional(),
  })
  .superRefine(({ network, account_id }, context) => {
    const checked = account_id === undefined ? undefined : accountIds[network].safeParse(account_id)
    const issue = checked?.error?.issues[0]
    if (issue)
      context.addIssue({
        code: 'custom',
        path: ['account_id'],
        message: `An account id of ${network} ${issue.message}.`,
      })
  })
export type AccountRequest = z.infer<typeof AccountRequest>

/** An account as the product's own API wants to be given it. */
export type SandboxAccount = {
  network: ChannelId
  account_id: string
  account_name: string
  handle: string
  credentials: Record<string, string>
  token: TokenState
  boards?: { id: string; name: string }[]
}

/** Makes the account, or gives the one that is there with the same credentials. */
export function openAccount(sandbox: Sandbox, networks: Networks, request: AccountRequest): SandboxAccount {
  const known = request.account_id === undefined ? undefined : sandbox.accounts.get(request.network, request.account_id)
  if (known) return showAccount(sandbox, networks, known)
  let made: Account | undefined
  // One line of the journal: an account of Pinterest without its boards could never be asked for again.
  sandbox.journal.together(() => {
    made = sandbox.accounts.open(request, sandbox.nowMs())
    networks[made.network].furnish?.(made)
  })
  if (!made) throw new Error('The account was not made.')
  return showAccount(sandbox, networks, made)
}

export function showAccount(sandbox: Sandbox, networks: Networks, account: Account): SandboxAccount {
  const { network, account_id, account_name, handle, token } = account
  const shown = { network, account_id, account_name, handle, credentials: credentialsOf(sandbox, account), token }
  if (network !== 'pinterest') return shown
  const boards = networks.pinterest.boards.of(account_id).map(({ id, name }) => ({ id, name }))
  return { ...shown, boards }
}

function credentialsOf(sandbox: Sandbox, { credentials }: Account): Record<string, string> {
  switch (credentials.kind) {
    case 'ghost':
      return { site_url: `${sandbox.origin}/ghost/${credentials.site}`, admin_api_key: credentials.admin_api_key }
    case 'oauth1': {
      const { api_key, api_secret, access_token, access_token_secret } = credentials
      return { api_key, api_secret, access_token, access_token_secret }
    }
    case 'bearer': {
      const { access_token, refresh_token } = credentials
      return { access_token, ...(refresh_token !== null && { refresh_token }) }
    }
  }
}
