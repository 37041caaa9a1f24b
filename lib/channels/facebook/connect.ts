import { z } from 'zod'
import { appVariables, requireApp } from '../apps'
import type { CallOptions } from '../channel'
import type { AccountChoice, ChannelConnect, ConsentReturn } from '../connect'
import { Graph } from '../meta/graph'
import { callTokenEndpoint, codeOf, missingFrom } from '../oauth'
import { oauthFaults } from '../oauth-faults'
import { channelSettings } from '../settings'
import { faults } from './errors'

/** What is wrong with a code has its subcodes here, under the one code for every wrong parameter. */
const loginFaults = oauthFaults(faults, [
  {
    keys: ['100/36007', '100/36008', '100/36009'],
    category: 'connection',
    isAuthDead: true,
    message: '{network} did not accept this ({said}). Connect the account again.',
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

/** Facebook Login, and then the pages: https://developers.facebook.com/docs/pages-api/getting-started */
export const facebookConnect: ChannelConnect = {
  id: 'facebook',
  appVariables: appVariables('facebook'),
  scopes: [
    { name: 'pages_show_list', purpose: 'see which pages you manage', isRequired: true },
    { name: 'pages_manage_posts', purpose: 'publish posts on the page', isRequired: true },
    { name: 'pages_read_engagement', purpose: 'find out whether a post went out', isRequired: true },
    { name: 'read_insights', purpose: 'read how posts did', isRequired: false },
    { name: 'business_management', purpose: 'see pages that belong to a business', isRequired: false },
  ],
  consent: {
    async start({ redirectUri, state, isAgain }) {
      const { authUrl, version } = channelSettings('facebook')
      const url = new URL(`${authUrl}/${version}/dialog/oauth`)
      url.search = new URLSearchParams({
        client_id: requireApp('facebook', 'facebook').id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: facebookConnect.scopes.map(({ name }) => name).join(','),
        state,
        // What was refused once is not asked again unless one says so.
        ...(isAgain && { auth_type: 'rerequest' }),
      }).toString()
      return { url: url.href, secret: null }
    },
    finish,
  },
  // A page's token has no end as long as the person keeps their role and their password.
  /** A page's token has no end. What ends it (a password, a role) only a person can mend. */
  refresh: null,
  async identify(account, call) {
    const page = await new Graph('facebook', faults, account).get('me', { fields: 'id,name,username' }, Page, call)
    return { accountId: page.id, accountName: page.name ?? null, handle: page.username ?? null }
  },
}

async function finish(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const code = codeOf(back, 'Facebook')
  const short = await exchange({ redirect_uri: back.redirectUri, code }, code, call)
  // Pages' tokens last only when they are taken with a long-lived token of the person's.
  const long = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short }, short, call)
  const credentials = { kind: 'bearer', accessToken: long, refreshToken: null } as const
  const graph = new Graph('facebook', faults, { accountId: '', accountName: null, handle: null, credentials })
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
      faults: loginFaults,
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

/** The person's own pages and those of their businesses, each once. */
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

/** More than this many pages at a time nobody chooses from; a list that never ends must not hold the request. */
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
  if (!access_token) return 'Facebook gives no access to this page. Ask somebody who manages it for a role there.'
  if (tasks && !tasks.includes('CREATE_CONTENT')) {
    return 'Your role on this page does not let you post. Ask somebody who manages it for the task “Content”.'
  }
  return null
}

/** Stands for the pages that may not even be listed; a choice without its required permissions cannot be made. */
const withoutPages = (scopes: string[]): AccountChoice => ({
  ...choiceOf({ id: 'unknown', access_token: 'none' }, scopes),
  accountName: null,
})
