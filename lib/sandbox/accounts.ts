import { createHash, randomBytes } from 'node:crypto'
import type { ChannelId } from '../channels/ids'
import { digits, fingerprint, objectId, snowflake, token, xEpochMs } from './ids'
import type { Journal } from './journal'

export type TokenState = 'live' | 'expired' | 'revoked'

type Bearer = { kind: 'bearer'; access_token: string; refresh_token: string | null }
type Signed = {
  kind: 'oauth1'
  api_key: string
  api_secret: string
  access_token: string
  access_token_secret: string
}
/** The site's address is left out: it contains the sandbox's port. */
type GhostKey = { kind: 'ghost'; site: string; admin_api_key: string }

export type Account = {
  network: ChannelId
  account_id: string
  account_name: string
  handle: string
  credentials: Bearer | Signed | GhostKey
  token: TokenState
  created_ms: number
  /** Instagram: what kind of account it is. */
  account_type?: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL' | undefined
  /** Facebook: the business that owns the page, instead of the person. */
  business?: string | undefined
  /** Facebook: what the person may do on the page. */
  tasks?: string[] | undefined
}

export type AccountRequest = {
  network: ChannelId
  account_id?: string | undefined
  name?: string | undefined
  handle?: string | undefined
} & Pick<Account, 'account_type' | 'business' | 'tasks'>

const defaultNames: Record<ChannelId, [name: string, handle: string]> = {
  instagram: ['Harbour Bakery', 'harbourbakery'],
  facebook: ['Harbour Bakery', 'harbourbakery'],
  x: ['Harbour Bakery', 'harbourbakery'],
  linkedin: ['Mara Lindqvist', 'mara-lindqvist'],
  pinterest: ['Harbour Bakery', 'harbourbakery'],
  ghost: ['Notes from the harbour', 'harbour-notes'],
  threads: ['Harbour Bakery', 'harbourbakery'],
}

const key = (network: ChannelId, accountId: string) => `${network} ${accountId}`

/** The accounts of all networks and what opens them. Everything is journalled, so tokens outlive a restart. */
export class Accounts {
  readonly #accounts = new Map<string, Account>()
  /** By access token, by Ghost key id, by Ghost site: whatever a request shows. */
  readonly #byProof = new Map<string, Account>()
  readonly #open: (account: Account) => void
  readonly #setToken: (change: { network: ChannelId; account_id: string; token: TokenState }) => void

  constructor(journal: Journal) {
    this.#open = journal.book<Account>('account', (account) => {
      this.#accounts.set(key(account.network, account.account_id), account)
      for (const proof of proofsOf(account)) this.#byProof.set(key(account.network, proof), account)
    })
    this.#setToken = journal.book('account.token', ({ network, account_id, token: state }) => {
      const account = this.get(network, account_id)
      if (account) account.token = state
    })
  }

  /** Makes an account. Whether there is one already is the caller's to ask. */
  open(request: AccountRequest, nowMs: number): Account {
    const [name, handle] = defaultNames[request.network]
    const accountId = request.account_id ?? newAccountId(request.network, nowMs)
    const isFirst = !this.list(request.network).length
    const account: Account = {
      network: request.network,
      account_id: accountId,
      account_name: request.name ?? name,
      handle: request.handle ?? (isFirst ? handle : `${handle}${fingerprint(accountId, 5).toLowerCase()}`),
      credentials: this.#makeCredentials(request.network, accountId),
      token: 'live',
      created_ms: nowMs,
      ...(request.account_type && { account_type: request.account_type }),
      ...(request.business && { business: request.business }),
      ...(request.tasks && { tasks: request.tasks }),
    }
    this.#open(account)
    return account
  }

  get(network: ChannelId, accountId: string): Account | undefined {
    return this.#accounts.get(key(network, accountId))
  }

  /** The account that an access token, a Ghost key id or a Ghost site belongs to. */
  byProof(network: ChannelId, proof: string): Account | undefined {
    return this.#byProof.get(key(network, proof))
  }

  list(network?: ChannelId): Account[] {
    return [...this.#accounts.values()].filter((account) => !network || account.network === network)
  }

  setToken(account: Account, state: TokenState): void {
    this.#setToken({ network: account.network, account_id: account.account_id, token: state })
  }

  #makeCredentials(network: ChannelId, accountId: string): Account['credentials'] {
    switch (network) {
      case 'x':
        return {
          kind: 'oauth1',
          api_key: token('', 19),
          api_secret: token('', 37),
          access_token: `${accountId}-${token('', 30)}`,
          access_token_secret: token('', 33),
        }
      case 'ghost':
        return {
          kind: 'ghost',
          site: this.#freeSite(accountId),
          admin_api_key: `${randomBytes(12).toString('hex')}:${randomBytes(32).toString('hex')}`,
        }
      case 'linkedin':
        return { kind: 'bearer', access_token: token('AQX', 120), refresh_token: null }
      case 'pinterest':
        return { kind: 'bearer', access_token: token('pina_'), refresh_token: token('pinr_') }
      case 'instagram':
        return { kind: 'bearer', access_token: token('IGAA', 96), refresh_token: null }
      case 'threads':
        return { kind: 'bearer', access_token: token('THAA', 96), refresh_token: null }
      case 'facebook':
        return { kind: 'bearer', access_token: token('EAAB', 96), refresh_token: null }
    }
  }

  /** A site is part of an address, so it may hold fewer characters than an account id. */
  #freeSite(accountId: string): string {
    const slug =
      accountId
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 60) || 'site'
    if (!this.byProof('ghost', slug)) return slug
    return `${slug}-${createHash('sha256').update(accountId).digest('hex').slice(0, 8)}`
  }
}

function proofsOf({ credentials }: Account): string[] {
  if (credentials.kind !== 'ghost') return [credentials.access_token]
  return [credentials.site, credentials.admin_api_key.split(':', 1)[0] ?? '']
}

function newAccountId(network: ChannelId, nowMs: number): string {
  switch (network) {
    case 'instagram':
      return digits('17841', 17)
    case 'facebook':
      return digits('10', 15)
    case 'threads':
      return digits('26', 17)
    case 'x':
      return snowflake(nowMs, xEpochMs)
    case 'linkedin':
      return `urn:li:person:${token('', 8).slice(0, 10)}`
    case 'pinterest':
      return digits('5497558', 18)
    case 'ghost':
      return `site-${objectId(nowMs).slice(-8)}`
  }
}
