import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { EventLog } from './event-log'
import { digits, fingerprint, objectId, snowflake, token, xEpochMs } from './ids'

export type TokenState = 'live' | 'expired' | 'revoked'

type Bearer = { kind: 'bearer'; access_token: string; refresh_token: string | null }
type OAuth1 = { kind: 'oauth1'; api_key: string; api_secret: string; access_token: string; access_token_secret: string }
/** Without the site's URL, because it contains the sandbox's port. */
type GhostKey = { kind: 'ghost'; site: string; admin_api_key: string }

export type Account = {
  network: ChannelId
  account_id: string
  account_name: string
  handle: string
  credentials: Bearer | OAuth1 | GhostKey
  token: TokenState
  created_ms: number
  /** Instagram only. */
  account_type?: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL' | undefined
  /** Facebook only: the business that owns the page. */
  business?: string | undefined
  /** Facebook only: what the user may do on the page. */
  tasks?: string[] | undefined
}

const number = z.string().regex(/^\d{1,20}$/, 'must be a number of at most 20 digits')

/** In the network's own form, because clients may check it. */
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
      .regex(/^[A-Za-z0-9._-]{1,60}$/, 'may contain letters, digits, ., _ and -')
      .optional(),
    account_type: z.enum(['BUSINESS', 'MEDIA_CREATOR', 'PERSONAL']).optional(),
    business: z.string().trim().min(1).max(200).optional(),
    tasks: z.array(z.string()).optional(),
  })
  .superRefine(({ network, account_id }, context) => {
    const checked = account_id === undefined ? undefined : accountIds[network].safeParse(account_id)
    const issue = checked?.error?.issues[0]
    if (issue)
      context.addIssue({ code: 'custom', path: ['account_id'], message: `account_id for ${network} ${issue.message}.` })
  })
export type AccountRequest = z.infer<typeof AccountRequest>

type Defaults = {
  name: string
  handle: string
  newId(nowMs: number): string
  newCredentials(accountId: string): Account['credentials']
}

const bearer = (prefix: string, bytes: number) => (): Bearer => ({
  kind: 'bearer',
  access_token: token(prefix, bytes),
  refresh_token: null,
})
const bakery = { name: 'Harbour Bakery', handle: 'harbourbakery' }

const defaults: Record<ChannelId, Defaults> = {
  instagram: { ...bakery, newId: () => digits('17841', 17), newCredentials: bearer('IGAA', 96) },
  facebook: { ...bakery, newId: () => digits('10', 15), newCredentials: bearer('EAAB', 96) },
  threads: { ...bakery, newId: () => digits('26', 17), newCredentials: bearer('THAA', 96) },
  x: {
    ...bakery,
    newId: (nowMs) => snowflake(nowMs, xEpochMs),
    newCredentials: (accountId) => ({
      kind: 'oauth1',
      api_key: token('', 19),
      api_secret: token('', 37),
      access_token: `${accountId}-${token('', 30)}`,
      access_token_secret: token('', 33),
    }),
  },
  linkedin: {
    name: 'Mara Lindqvist',
    handle: 'mara-lindqvist',
    newId: () => `urn:li:person:${token('', 8).slice(0, 10)}`,
    newCredentials: bearer('AQX', 120),
  },
  pinterest: {
    ...bakery,
    newId: () => digits('5497558', 18),
    newCredentials: () => ({ kind: 'bearer', access_token: token('pina_'), refresh_token: token('pinr_') }),
  },
  ghost: {
    name: 'Notes from the harbour',
    handle: 'harbour-notes',
    newId: (nowMs) => `site-${objectId(nowMs).slice(-8)}`,
    newCredentials: (accountId) => ({
      kind: 'ghost',
      site: siteOf(accountId),
      admin_api_key: `${randomBytes(12).toString('hex')}:${randomBytes(32).toString('hex')}`,
    }),
  },
}

const key = (network: ChannelId, accountId: string) => `${network} ${accountId}`

export class Accounts {
  readonly #accounts = new Map<string, Account>()
  /** By access token, Ghost key id or Ghost site. */
  readonly #byCredential = new Map<string, Account>()
  readonly #add: (account: Account) => void
  readonly setToken: (change: { network: ChannelId; account_id: string; token: TokenState }) => void

  constructor(log: EventLog) {
    this.#add = log.define<Account>('account', (account) => {
      this.#accounts.set(key(account.network, account.account_id), account)
      for (const credential of credentialsOf(account)) this.#byCredential.set(key(account.network, credential), account)
    })
    this.setToken = log.define('account.token', ({ network, account_id, token: state }) => {
      const account = this.get(network, account_id)
      if (account) account.token = state
    })
  }

  /** Creates an account. Does not check whether the id is taken. */
  open({ network, account_id, name, handle, account_type, business, tasks }: AccountRequest, nowMs: number): Account {
    const start = defaults[network]
    const id = account_id ?? start.newId(nowMs)
    const isFirst = this.list(network).length === 0
    const credentials = start.newCredentials(id)
    if (credentials.kind === 'ghost' && this.byCredential('ghost', credentials.site))
      credentials.site += `-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`
    const account: Account = {
      network,
      account_id: id,
      account_name: name ?? start.name,
      handle: handle ?? (isFirst ? start.handle : `${start.handle}${fingerprint(id, 5).toLowerCase()}`),
      credentials,
      token: 'live',
      created_ms: nowMs,
      ...(account_type && { account_type }),
      ...(business && { business }),
      ...(tasks && { tasks }),
    }
    this.#add(account)
    return account
  }

  get(network: ChannelId, accountId: string): Account | undefined {
    return this.#accounts.get(key(network, accountId))
  }

  /** @param credential an access token, a Ghost key id or a Ghost site */
  byCredential(network: ChannelId, credential: string): Account | undefined {
    return this.#byCredential.get(key(network, credential))
  }

  list(network?: ChannelId): Account[] {
    return [...this.#accounts.values()].filter((account) => !network || account.network === network)
  }
}

/** A Ghost site is part of a URL, so it has fewer characters than an account id. */
const siteOf = (accountId: string): string =>
  accountId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'site'

function credentialsOf({ credentials }: Account): string[] {
  if (credentials.kind !== 'ghost') return [credentials.access_token]
  return [credentials.site, credentials.admin_api_key.split(':', 1)[0] ?? '']
}
