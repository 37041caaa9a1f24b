import { createHash } from 'node:crypto'
import type { ChannelId } from '@/lib/channel-ids'
import { parseUrl } from '@/lib/parse-url'
import { type Answer, type Call, htmlAnswer, openRoute, type Route, redirect } from '../http/call'
import { type Html, html, htmlDocument } from '../pages/html'
import { styles } from '../pages/styles'
import type { Account } from '../state/accounts'
import type { Sandbox } from '../state/sandbox'
import { apps } from './apps'
import type { Codes } from './codes'
import type { Consent, Login, Shared } from './login'

const sheet = `${styles}
main{max-width:30rem;padding-top:2.5rem}
form{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem}
fieldset{border:0;padding:0;margin:0 0 1rem;min-width:0}legend{font-weight:600;margin:0 0 .35rem;padding:0}
label{display:flex;gap:.6rem;align-items:flex-start;min-height:2.25rem;padding:.35rem .25rem;overflow-wrap:anywhere}
input{width:1rem;height:1rem;margin:.15rem 0 0;flex:none;accent-color:var(--fill)}
button{font:inherit;font-weight:500;min-height:2.5rem;padding:.4rem 1rem;border-radius:.5rem;border:1px solid var(--line-strong);background:var(--card);color:var(--ink);cursor:pointer}
button.allow{background:var(--fill);color:#fff;border-color:transparent}
input:focus-visible,button:focus-visible{outline:2px solid var(--mark);outline-offset:2px}
.ways{display:flex;flex-wrap:wrap;gap:.5rem}
`
const hash = `sha256-${createHash('sha256').update(sheet).digest('base64')}`
/** Without form-action, because browsers apply it to the redirect to the app as well. */
const headers = {
  'content-security-policy': `default-src 'none'; style-src '${hash}'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

function page(status: number, network: ChannelId, title: string, body: Html): Answer {
  const content = html`<main><h1>${title}</h1>${body}</main>`
  const note = "Sandbox: this replaces the network's own page."
  return htmlAnswer(status, htmlDocument({ title, content, styles: sheet, note, bodyClass: network }), headers)
}

type Choices = {
  network: ChannelId
  name: string
  people: readonly Account[]
  shared: Shared | null
  scopes: readonly string[]
}

export function consentPage({ network, name, people, shared, scopes }: Choices): Answer {
  const person = (account: Account, index: number) =>
    html`<label><input type="radio" name="account" value="${account.account_id}"${index === 0 ? checked : null}><span>${account.account_name} <span class="quiet">@${account.handle}</span></span></label>`
  const shareable = (account: Account) =>
    html`<label><input type="checkbox" name="shared" value="${account.account_id}"${checked}><span>${account.account_name} <span class="quiet">${account.account_id}</span></span></label>`
  const scope = (value: string) =>
    html`<label><input type="checkbox" name="scope" value="${value}"${checked}><span>${value}</span></label>`
  return page(
    200,
    network,
    `Storycast wants access to your ${name} account`,
    html`<form method="post">
${people.length > 0 && html`<fieldset><legend>Account</legend>${people.map(person)}</fieldset>`}
${shared && shared.accounts.length > 0 && html`<fieldset><legend>${shared.legend}</legend>${shared.accounts.map(shareable)}</fieldset>`}
${scopes.length > 0 && html`<fieldset><legend>Permissions</legend>${scopes.map(scope)}</fieldset>`}
<div class="ways"><button class="allow" name="decision" value="allow">Allow</button><button name="decision" value="refuse">Deny</button></div></form>`,
  )
}

const checked = html` checked`

/** For requests that cannot be redirected back, because the app or the redirect URI is wrong. */
export const errorPage = (network: ChannelId, message: string): Answer =>
  page(400, network, 'Invalid request', html`<p>${message}</p>`)

type ConsentLogin = Omit<Login, 'token' | 'codeLifeMs'>

export function consentRoutes(sandbox: Sandbox, codes: Codes, login: ConsentLogin): Route[] {
  const { path } = login.consent
  return [
    openRoute(`GET ${path}`, 'consent', ({ call }) => problemOf(login, call.query) ?? ask(sandbox, login, call)),
    openRoute(
      `POST ${path}`,
      'consent',
      ({ call }) => problemOf(login, call.query) ?? decide(sandbox, codes, login, call),
    ),
  ]
}

const signedIn = (sandbox: Sandbox, { network, consent }: ConsentLogin): readonly Account[] =>
  consent.people?.(sandbox) ?? peopleOf(sandbox, network)

const ask = (sandbox: Sandbox, login: ConsentLogin, { query }: Call): Answer =>
  consentPage({
    network: login.network,
    name: login.name,
    people: signedIn(sandbox, login),
    shared: login.consent.shared?.(sandbox) ?? null,
    scopes: scopesIn(login.consent, query),
  })

function decide(sandbox: Sandbox, codes: Codes, login: ConsentLogin, call: Call): Answer {
  const { query } = call
  const { network, consent } = login
  const form = call.form()
  if (form.get('decision') !== 'allow') return redirectBack(consent, query, consent.refused)
  const account = sandbox.accounts.get(network, form.get('account') ?? '')
  if (!account && signedIn(sandbox, login).length > 0) return errorPage(network, 'Select an account.')
  const ids = form.getAll('shared')
  const shared = (consent.shared?.(sandbox).accounts ?? []).map(({ account_id }) => account_id)
  const asked = scopesIn(consent, query)
  const granted = form.getAll('scope')
  const agreed = {
    account_id: account?.account_id ?? consent.userId ?? '',
    also: shared.filter((id) => ids.includes(id)),
    scopes: asked.filter((scope) => granted.includes(scope)),
    declined: asked.filter((scope) => !granted.includes(scope)),
  }
  return redirectBack(consent, query, { code: codes.issue(agreed, query) })
}

const scopesIn = ({ separator }: Consent, query: URLSearchParams): string[] =>
  (query.get('scope') ?? '').split(separator).filter(Boolean)

/** Without a known app and a valid redirect URI, the network does not redirect. */
function problemOf({ network, app, knownScopes, consent }: ConsentLogin, query: URLSearchParams): Answer | null {
  if (query.get('client_id') !== apps[app].id) return errorPage(network, 'Unknown client_id.')
  const address = query.get('redirect_uri') ?? ''
  if (!/^https?:$/.test(parseUrl(address)?.protocol ?? ''))
    return errorPage(network, 'The redirect_uri is not registered for this app.')
  if (query.get('response_type') !== 'code') return errorPage(network, 'The response_type must be code.')
  for (const name of ['state', 'scope', ...(consent.requires ?? [])])
    if (!query.get(name)) return errorPage(network, `The parameter ${name} is missing.`)
  const unknown = scopesIn(consent, query).find((scope) => !knownScopes.includes(scope))
  if (unknown === undefined) return null
  return consent.badScope
    ? redirectBack(consent, query, consent.badScope(unknown))
    : errorPage(network, `Invalid Scopes: ${unknown}.`)
}

function redirectBack({ suffix = '' }: Consent, query: URLSearchParams, appended: Record<string, string>): Answer {
  const url = new URL(query.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries(appended)) url.searchParams.set(name, value)
  url.searchParams.set('state', query.get('state') ?? '')
  return redirect(url.href + suffix)
}

/** The accounts of a network. Creates one if there is none, so that a user can sign in. */
export function peopleOf(sandbox: Sandbox, network: ChannelId): Account[] {
  if (sandbox.accounts.list(network).length === 0) sandbox.openAccount({ network })
  return sandbox.accounts.list(network)
}
