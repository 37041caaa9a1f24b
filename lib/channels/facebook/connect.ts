import { z } from 'zod'
import type { CallOptions } from '../channel'
import { appVariables, requireApp } from '../connecting/apps'
import type { AccountChoice, ChannelConnect, ConsentReturn } from '../connecting/connect'
import { callTokenEndpoint, codeOf, consentUrl, missingFrom } from '../connecting/oauth'
import { oauthErrors } from '../connecting/oauth-errors'
import { Graph } from '../meta/graph'
import { channelSettings } from '../settings'
import { errorTable } from './errors'

/** Subcodes for rejected login codes, under the general code for wrong parameters. */
const loginErrorTable = oauthErrors(errorTable, [
  {
    keys: ['100/36007', '100/36008', '100/36009'],
    category: 'connection',
    isAuthDead: true,
    message: '{network} rejected the sign-in ({reason}). Connect the account again.',
  },
])

const UserToken = z.object({ access_token: z.string() })
const Permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) })
const Page = z.object({
  id: z.string(),
  name: z.string().optional(),
  username: z.string().optional(),
  access_token: z.string().optional(),
  tasks: z.array(z.string()).optional(),
  picture: z.object({ data: z.object({ url: z.string().optional() }) }).optional(),
})
type Page = z.infer<typeof Page>
const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
  })
const Pages = listOf(Page)
const Businesses = listOf(z.object({ id: z.string() }))

/** Facebook Login, then the user's pages: https://developers.facebook.com/docs/pages-api/getting-started */
export const facebookConnect: ChannelConnect = {
  id: 'facebook',
  appVariables: appVariables('facebook'),
  scopes: [
    { name: 'pages_show_list', purpose: 'see which pages you manage', isRequired: true },
    { name: 'pages_manage_posts', purpose: 'publish posts on the page', isRequired: true },
    { name: 'pages_read_engagement', purpose: 'check whether a post was published', isRequired: true },
    { name: 'read_insights', purpose: 'read metrics of posts', isRequired: false },
    { name: 'pages_manage_metadata', purpose: 'receive comments and messages in the inbox', isRequired: false },
    { name: 'pages_read_user_content', purpose: 'read comments in the inbox', isRequired: false },
    { name: 'pages_manage_engagement', purpose: 'answer and hide comments', isRequired: false },
    { name: 'pages_messaging', purpose: 'read and answer messages in the inbox', isRequired: false },
    { name: 'business_management', purpose: 'see pages that belong to a business', isRequired: false },
  ],
  consent: {
    async start({ redirectUri, state, isAgain }) {
      const { authUrl, version } = channelSettings('facebook')
      const url = consentUrl(`${authUrl}/${version}/dialog/oauth`, {
        clientId: requireApp('facebook', 'facebook').id,
        redirectUri,
        scope: facebookConnect.scopes.map(({ name }) => name).join(','),
        state,
        // Permissions denied before are only requested again with `rerequest`.
        ...(isAgain && { auth_type: 'rerequest' }),
      })
      return { url, secret: null }
    },
    finish,
  },
  /** Page tokens do not expire. After a change of password or role only the user can reconnect. */
  refresh: null,
  async identify(account, call) {
    const page = await new Graph('facebook', errorTable, account).get('me', { fields: 'id,name,username' }, Page, call)
    return { accountId: page.id, accountName: page.name ?? null, handle: page.username ?? null }
  },
}

async function finish(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const code = codeOf(back, 'Facebook')
  const short = await exchange({ redirect_uri: back.redirectUri, code }, code, call)
  // Page tokens are permanent only if they are created with a long-lived user token.
  const long = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short }, short, call)
  const credentials = { kind: 'bearer', accessToken: long, refreshToken: null } as const
  const graph = new Graph('facebook', errorTable, { accountId: '', accountName: null, handle: null, credentials })
  const { data } = await graph.get('me/permissions', {}, Permissions, call)
  const scopes = data.flatMap(({ permission, status }) => (status === 'granted' ? [permission] : []))
  if (missingFrom(scopes, ['pages_show_list']).length > 0) return [withoutPages(scopes)]
  const pages = await everyPage(graph, scopes, call)
  return pages.map((page) => choiceOf(page, scopes))
}

async function exchange(form: Record<string, string>, secretOfIt: string, call: CallOptions): Promise<string> {
  const { id, secret } = requireApp('facebook', 'facebook')
  const { apiUrl, version } = channelSettings('facebook')
  const { access_token } = await callTokenEndpoint(
    {
      channel: 'facebook',
      errorTable: loginErrorTable,
      method: 'POST',
      url: `${apiUrl}/${version}/oauth/access_token`,
      form: { client_id: id, client_secret: secret, ...form },
      secrets: [secretOfIt, secret],
    },
    UserToken,
    call,
  )
  return access_token
}

/** Pages of the user and of their businesses, without duplicates. */
async function everyPage(graph: Graph, scopes: string[], call: CallOptions): Promise<Page[]> {
  const found = await listPages(graph, 'me/accounts', call)
  if (scopes.includes('business_management')) {
    const { data: businesses } = await graph.get('me/businesses', { limit: '100' }, Businesses, call)
    for (const { id } of businesses) {
      for (const edge of ['owned_pages', 'client_pages']) found.push(...(await listPages(graph, `${id}/${edge}`, call)))
    }
  }
  return [...new Map(found.map((page) => [page.id, page])).values()]
}

/** Max pages to list, so that an endless list cannot block the request. */
const pagesMax = 1_000

async function listPages(graph: Graph, path: string, call: CallOptions): Promise<Page[]> {
  const pages: Page[] = []
  let after: string | undefined
  do {
    const fields = 'id,name,username,access_token,tasks,picture'
    const { data, paging } = await graph.get(path, { fields, limit: '100', after }, Pages, call)
    pages.push(...data)
    after = paging?.next ? paging.cursors?.after : undefined
  } while (after !== undefined && pages.length < pagesMax)
  return pages
}

function choiceOf(page: Page, scopes: string[]): AccountChoice {
  return {
    accountId: page.id,
    accountName: page.name ?? null,
    handle: page.username ?? null,
    pictureUrl: page.picture?.data.url ?? null,
    kind: 'page',
    credentials: { kind: 'bearer', accessToken: page.access_token ?? '', refreshToken: null },
    expiresAt: null,
    refreshExpiresAt: null,
    scopes,
    obstacle: obstacleOf(page),
  }
}

function obstacleOf({ access_token, tasks }: Page): string | null {
  if (!access_token) return 'Facebook does not grant access to this page. Ask its manager for a role.'
  if (tasks && !tasks.includes('CREATE_CONTENT')) {
    return 'Your role on this page does not allow posting. Ask its manager for the task “Content”.'
  }
  return null
}

/** Placeholder if pages cannot be listed. Without the required permissions it cannot be chosen. */
const withoutPages = (scopes: string[]): AccountChoice => ({
  ...choiceOf({ id: 'unknown', access_token: 'none' }, scopes),
  accountName: null,
})
