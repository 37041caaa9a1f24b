import { z } from 'zod'
import { env } from '../../env'
import { callNetwork } from '../call-network'
import type { Account, CallOptions } from '../channel'
import { ChannelError } from '../channel-error'
import { appVariables, requireApp } from '../connecting/apps'
import type { AccountChoice, ChannelConnect, ConsentReturn, Renewal, Scope } from '../connecting/connect'
import { bearerOf, callTokenEndpoint, codeOf, consentUrl, scopesIn } from '../connecting/oauth'
import { oauthErrors } from '../connecting/oauth-errors'
import { bearerToken, refreshTokenOf } from '../credentials'
import { channelSettings } from '../settings'
import { authorUrn, callLinkedIn } from './client'
import { errorTable } from './errors'

const loginErrorTable = oauthErrors(errorTable)

const Token = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
  scope: z.string().optional(),
})
const Userinfo = z.object({ sub: z.string(), name: z.string().optional(), picture: z.string().optional() })
/** `sub` and `id` have the same value for a member. */
const Me = z.object({
  id: z.string(),
  localizedFirstName: z.string().optional(),
  localizedLastName: z.string().optional(),
  vanityName: z.string().optional(),
})
/** LinkedIn still sends the older of the two field names. */
const Roles = z.object({
  elements: z.array(z.object({ organization: z.string().optional(), organizationalTarget: z.string().optional() })),
})
const Organization = z.object({ localizedName: z.string().optional(), vanityName: z.string().optional() })

/**
 * Purpose of each permission. The operator configures which to request, because LinkedIn rejects requests with extra
 * ones.
 */
const purposes: Record<string, Omit<Scope, 'name'>> = {
  openid: { purpose: 'see who you are', isRequired: true },
  profile: { purpose: 'see who you are', isRequired: true },
  r_basicprofile: { purpose: 'see who you are', isRequired: true },
  email: { purpose: 'see your email address', isRequired: false },
  w_member_social: { purpose: 'publish posts as you', isRequired: true },
  r_member_social: { purpose: 'check whether your post was published', isRequired: false },
  w_organization_social: { purpose: 'publish posts as your organizations', isRequired: false },
  r_organization_social: { purpose: 'check whether an organization’s post was published', isRequired: false },
  rw_organization_admin: { purpose: 'see your organizations and their metrics', isRequired: false },
  r_organization_admin: { purpose: 'see your organizations and their metrics', isRequired: false },
  r_member_postAnalytics: { purpose: 'read metrics of your posts', isRequired: false },
}
const organizationScopes = Object.keys(purposes).filter((name) => name.includes('_organization_'))

/** https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow */
export const linkedinConnect: ChannelConnect = {
  id: 'linkedin',
  appVariables: appVariables('linkedin'),
  get scopes() {
    const other = { purpose: 'use the configured permissions', isRequired: false }
    return (scopesIn(env().LINKEDIN_SCOPES) ?? []).map((name) => ({ name, ...(purposes[name] ?? other) }))
  },
  consent: {
    async start({ redirectUri, state }) {
      const url = consentUrl(`${channelSettings('linkedin').authUrl}/oauth/v2/authorization`, {
        clientId: requireApp('linkedin', 'linkedin').id,
        redirectUri,
        state,
        scope: linkedinConnect.scopes.map(({ name }) => name).join(' '),
      })
      return { url, secret: null }
    },
    finish,
  },
  refresh: { with: 'refresh_token', notBeforeMs: 0, renew },
  async identify(account, call) {
    const urn = authorUrn(account)
    if (urn.startsWith('urn:li:organization:')) {
      const { localizedName, vanityName } = await readOrganization(account, urn, call)
      return { accountId: urn, accountName: localizedName ?? null, handle: vanityName ?? null }
    }
    const { accountId, accountName, handle } = await readPerson(account, await scopesOf(account, call), call)
    return { accountId, accountName, handle }
  },
}

/** The refresh token and its expiry do not change. A year after the consent the user must reconnect. */
async function renew(account: Account, call: CallOptions): Promise<Renewal> {
  const held = refreshTokenOf(account, 'LinkedIn')
  const { id, secret } = requireApp('linkedin', 'linkedin')
  const token = await callTokenEndpoint(
    {
      channel: 'linkedin',
      errorTable: loginErrorTable,
      method: 'POST',
      url: `${channelSettings('linkedin').authUrl}/oauth/v2/accessToken`,
      form: { grant_type: 'refresh_token', refresh_token: held, client_id: id, client_secret: secret },
      secrets: [held, secret],
    },
    Token,
    call,
  )
  return bearerOf(token, held)
}

async function finish(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const code = codeOf(back, 'LinkedIn')
  const { id, secret } = requireApp('linkedin', 'linkedin')
  const token = await callTokenEndpoint(
    {
      channel: 'linkedin',
      errorTable: loginErrorTable,
      method: 'POST',
      url: `${channelSettings('linkedin').authUrl}/oauth/v2/accessToken`,
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: back.redirectUri,
        client_id: id,
        client_secret: secret,
      },
      secrets: [code, secret],
    },
    Token,
    call,
  )
  const shared: Shared = { ...bearerOf(token), scopes: scopesIn(token.scope) }
  const member: Account = { accountId: '', accountName: null, handle: null, credentials: shared.credentials }
  return [await personOf(member, shared, call), ...(await organizationsOf(member, shared, call))]
}

/** The stored data does not tell which of the two methods the app uses, so the usual one is tried first. */
async function scopesOf(account: Account, call: CallOptions): Promise<string[] | null> {
  if (linkedinConnect.scopes.some(({ name }) => name === 'profile')) return null
  try {
    await readV2(account, 'userinfo', Userinfo, call)
    return null
  } catch (error) {
    const isPermission = error instanceof ChannelError && error.category === 'connection' && !error.isAuthDead
    if (isPermission) return ['r_basicprofile']
    throw error
  }
}

type Shared = Renewal & Pick<AccountChoice, 'scopes'>

async function personOf(member: Account, shared: Shared, call: CallOptions): Promise<AccountChoice> {
  const who = await readPerson(member, shared.scopes, call)
  return { ...shared, ...who, kind: 'profile', obstacle: null }
}

type Person = Pick<AccountChoice, 'accountId' | 'accountName' | 'handle' | 'pictureUrl'>

/** Apps for organizations cannot use OpenID Connect, so they use the older endpoint. */
async function readPerson(member: Account, scopes: string[] | null, call: CallOptions): Promise<Person> {
  if (scopes === null || scopes.includes('profile')) {
    const { sub, name, picture } = await readV2(member, 'userinfo', Userinfo, call)
    return {
      accountId: `urn:li:person:${sub}`,
      accountName: name ?? null,
      handle: null,
      pictureUrl: picture ?? null,
    }
  }
  // Never stored, because an account without either permission cannot be chosen.
  if (!scopes.includes('r_basicprofile')) {
    return { accountId: 'urn:li:person:unknown', accountName: null, handle: null, pictureUrl: null }
  }
  const { id, localizedFirstName, localizedLastName, vanityName } = await readV2(member, 'me', Me, call)
  const name = [localizedFirstName, localizedLastName].filter(Boolean).join(' ')
  return {
    accountId: `urn:li:person:${id}`,
    accountName: name || null,
    handle: vanityName ?? null,
    pictureUrl: null,
  }
}

/** Organizations that the member administers. Empty if the app may not list them, as for most apps. */
async function organizationsOf(member: Account, shared: Shared, call: CallOptions): Promise<AccountChoice[]> {
  if (!shared.scopes?.some((scope) => organizationScopes.includes(scope))) return []
  const urns = await listOrganizations(member, call)
  const mayPost = shared.scopes.includes('w_organization_social')
  const choices: AccountChoice[] = []
  for (const urn of urns) {
    const { localizedName, vanityName } = await readOrganization(member, urn, call)
    choices.push({
      ...shared,
      accountId: urn,
      accountName: localizedName ?? null,
      handle: vanityName ?? null,
      pictureUrl: null,
      kind: 'organization',
      obstacle: mayPost ? null : 'Storycast needs w_organization_social to publish posts as this organization.',
    })
  }
  return choices
}

async function listOrganizations(member: Account, call: CallOptions): Promise<string[]> {
  const path = 'organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&count=100'
  try {
    const { data } = await callLinkedIn(member, { method: 'GET', path }, Roles, call)
    return [
      ...new Set(
        data.elements.flatMap(({ organization, organizationalTarget }) => organization ?? organizationalTarget ?? []),
      ),
    ]
  } catch (error) {
    // The permission to post for organizations does not always include listing them.
    const isPermission = error instanceof ChannelError && error.category === 'connection' && !error.isAuthDead
    if (isPermission) return []
    throw error
  }
}

async function readOrganization(member: Account, urn: string, call: CallOptions) {
  const path = `organizations/${urn.slice(urn.lastIndexOf(':') + 1)}`
  return (await callLinkedIn(member, { method: 'GET', path }, Organization, call)).data
}

/** The two calls outside `/rest/`, without its headers. */
async function readV2<T>(account: Account, path: 'userinfo' | 'me', schema: z.ZodType<T>, call: CallOptions) {
  const url = new URL(`${channelSettings('linkedin').apiUrl}/v2/${path}`)
  const headers = { authorization: `Bearer ${bearerToken(account, 'LinkedIn')}` }
  const request = { channel: 'linkedin', errorTable, account, method: 'GET', url, headers, call } as const
  return (await callNetwork(request, schema)).data
}
