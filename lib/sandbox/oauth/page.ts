import { createHash } from 'node:crypto'
import type { ChannelId } from '../../channels/ids'
import type { Account } from '../accounts'
import { type Answer, htmlAnswer } from '../exchange'
import { escapeText, type Html, html } from '../feed/html'
import { styles } from '../feed/styles'

const sheet = `${styles}
form{background:var(--card);border:1px solid var(--line);border-top:4px solid var(--network,var(--line));border-radius:.75rem;padding:1rem;max-width:36rem}
fieldset{border:0;padding:0;margin:0 0 1rem;min-width:0}legend{font-weight:600;margin:0 0 .35rem;padding:0}
label{display:flex;gap:.6rem;align-items:flex-start;min-height:2.25rem;padding:.35rem .25rem;overflow-wrap:anywhere}
input{width:1.15rem;height:1.15rem;margin:.2rem 0 0;flex:none}
button{font:inherit;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:.5rem;border:1px solid var(--ink);background:var(--card);color:var(--ink);cursor:pointer}
button.allow{background:var(--ink);color:var(--paper)}
input:focus-visible,button:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
.ways{display:flex;flex-wrap:wrap;gap:.75rem}
`
const hash = `sha256-${createHash('sha256').update(sheet).digest('base64')}`
/** Without form-action: the answer to the form leads on to the app, which browsers would hold against it. */
const headers = {
  'content-security-policy': `default-src 'none'; style-src '${hash}'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

function page(status: number, network: ChannelId, title: string, body: Html): Answer {
  const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeText(title)}</title><style>${sheet}</style></head><body class="${network}"><div class="note" role="note">Sandbox: this stands in for the network's own page.</div><main><h1>${escapeText(title)}</h1>${body.text}</main></body></html>`
  return htmlAnswer(status, document, headers)
}

export type Choices = {
  network: ChannelId
  /** The network's name, as people write it. */
  name: string
  /** One of these is signed in. */
  people: readonly Account[]
  /** Any number of these may be shared. */
  shared: { legend: string; accounts: readonly Account[] } | null
  scopes: readonly string[]
}

/** The page on which a person says yes or no. It posts to its own address, query included. */
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
${people.length > 0 && html`<fieldset><legend>You are</legend>${people.map(person)}</fieldset>`}
${shared && shared.accounts.length > 0 && html`<fieldset><legend>${shared.legend}</legend>${shared.accounts.map(shareable)}</fieldset>`}
${scopes.length > 0 && html`<fieldset><legend>It may</legend>${scopes.map(scope)}</fieldset>`}
<div class="ways"><button class="allow" name="decision" value="allow">Allow</button><button name="decision" value="refuse">Refuse</button></div></form>`,
  )
}

const checked = html` checked`

/** A request that the network does not lead back from: it trusts neither the app nor the address. */
export const errorPage = (network: ChannelId, message: string): Answer =>
  page(400, network, 'Something is wrong with this link', html`<p>${message}</p>`)
