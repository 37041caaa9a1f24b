import { type ChannelId, channelIds } from '../../channels/ids'
import type { LedgerMedia, LedgerPost } from '../ledger'
import type { Sandbox } from '../sandbox'
import type { Conversation, Filter } from './conversations'
import { escapeText, Html, html } from './html'
import { styles } from './styles'

const names: Record<ChannelId, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  ghost: 'Ghost',
  threads: 'Threads',
}

/** The whole document around a page. */
export function document(title: string, content: Html): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeText(title)}</title><style>${styles}</style></head><body><div class="note" role="note">Sandbox: nothing here has reached a real network.</div>${content.text}</body></html>`
}

type FeedPage = { filter: Filter; page: number; pages: number; total: number; conversations: Conversation[] }

export function feedPage(sandbox: Sandbox, view: FeedPage): Html {
  const { filter, page, pages, total, conversations } = view
  const cards = conversations.map((conversation) => html`<li>${card(sandbox, conversation, null)}</li>`)
  return html`<header><nav aria-label="Sandbox"><a class="chip" href="${feedAddress(sandbox)}" aria-current="page">Feed</a><a class="chip" href="${base(sandbox)}/mail">Mail</a></nav><h1>Everything that was posted</h1>${networkLinks(sandbox, filter)}${accountLinks(sandbox, filter)}</header>
<main>${cards.length > 0 ? html`<ol class="cards">${cards}</ol>` : empty(filter)}</main>
<footer>${pager(sandbox, filter, page, pages)}<p>${total === 1 ? '1 post' : `${total} posts`}${pages > 1 && `, page ${page} of ${pages}`}</p></footer>`
}

/** A permalink: the post with its conversation. */
export function postPage(sandbox: Sandbox, conversation: Conversation, post: LedgerPost): Html {
  const filter = { network: post.network, accountId: post.account_id }
  return html`<header><nav aria-label="Feed"><a class="chip" href="${addressOf(sandbox, noFilter)}">Whole feed</a><a class="chip" href="${addressOf(sandbox, filter)}">All of this account</a></nav></header>
<main><div class="cards one">${card(sandbox, conversation, post)}</div></main>`
}

export function missingPage(sandbox: Sandbox): Html {
  return html`<main class="empty"><h1>There is no such post</h1><p>It was deleted, or never made.</p><p><a href="${addressOf(sandbox, noFilter)}">See the whole feed</a></p></main>`
}

/** The page with every post. */
export const feedAddress = (sandbox: Sandbox): string => addressOf(sandbox, noFilter)

const noFilter: Filter = { network: null, accountId: null }

function networkLinks(sandbox: Sandbox, filter: Filter): Html {
  const links = channelIds.map((network) =>
    chip(addressOf(sandbox, { network, accountId: null }), names[network], filter.network === network),
  )
  return html`<nav aria-label="Networks">${chip(addressOf(sandbox, noFilter), 'All', filter.network === null)}${links}</nav>`
}

const accountLinksMax = 30

/** The accounts of the chosen network, as far as a page can hold them. */
function accountLinks(sandbox: Sandbox, { network, accountId }: Filter): Html | null {
  if (!network) return null
  const accounts = sandbox.accounts.list(network).slice(0, accountLinksMax)
  if (accounts.length < 2) return null
  const links = accounts.map(({ account_id, account_name, handle }) =>
    chip(
      addressOf(sandbox, { network, accountId: account_id }),
      `${account_name} · ${handle}`,
      accountId === account_id,
    ),
  )
  return html`<nav aria-label="Accounts">${links}</nav>`
}

function chip(href: string, label: string, isCurrent: boolean): Html {
  return html`<a class="chip" href="${href}"${isCurrent && new Html(' aria-current="page"')}>${label}</a>`
}

function pager(sandbox: Sandbox, filter: Filter, page: number, pages: number): Html | null {
  if (pages < 2) return null
  const newer = page > 1 && html`<a class="chip" rel="prev" href="${addressOf(sandbox, filter, page - 1)}">Newer</a>`
  const older =
    page < pages && html`<a class="chip" rel="next" href="${addressOf(sandbox, filter, page + 1)}">Older</a>`
  return html`<nav aria-label="Pages">${newer}${older}</nav>`
}

function empty({ network }: Filter): Html {
  return html`<div class="empty"><p>Nothing was posted${network && ` on ${names[network]}`} yet.</p></div>`
}

function card(sandbox: Sandbox, { posts }: Conversation, here: LedgerPost | null): Html {
  const network = posts[0]?.network
  return html`<article class="card ${network}">${posts.map((post) => postView(sandbox, post, post === here))}</article>`
}

function postView(sandbox: Sandbox, post: LedgerPost, isHere: boolean): Html {
  const account = sandbox.accounts.get(post.network, post.account_id)
  const at = new Date(post.created_ms).toISOString()
  return html`<section class="${isHere ? 'post here' : 'post'}"${isHere && new Html(' aria-current="true"')}>
<p class="who"><b>${account?.account_name ?? post.account_id}</b><span class="quiet">@${account?.handle} · ${names[post.network]}</span></p>
${post.title && html`<h2>${post.title}</h2>`}${post.text && html`<p class="text" dir="auto">${post.text}</p>`}
${images(sandbox, post.media)}${outboundLink(post.link)}
<a class="quiet" href="${base(sandbox) + post.path}"><time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time></a></section>`
}

function images(sandbox: Sandbox, media: LedgerMedia[]): Html | null {
  if (media.length === 0) return null
  const tags = media.map(({ file, alt_text }) => {
    const address = `${base(sandbox)}/media/${file}`
    return /\.(mp4|mov)$/.test(file)
      ? html`<video src="${address}" aria-label="${alt_text ?? 'Film'}" controls muted playsinline preload="metadata"></video>`
      : html`<img src="${address}" alt="${alt_text ?? ''}" loading="lazy">`
  })
  return html`<div class="${media.length === 1 ? 'images single' : 'images'}">${tags}</div>`
}

/** Only web addresses become links: the text of others is what a script would hide in. */
function outboundLink(link: string | null): Html | null {
  if (!link || !/^https?:\/\//i.test(link)) return null
  return html`<a class="link" rel="nofollow noopener noreferrer" href="${link}">${link}</a>`
}

/** The path under which the sandbox is reached; empty unless a proxy puts it below one. */
const base = (sandbox: Sandbox): string => new URL(sandbox.origin).pathname.replace(/\/$/, '')

function addressOf(sandbox: Sandbox, { network, accountId }: Filter, page = 1): string {
  const query = new URLSearchParams()
  if (network) query.set('network', network)
  if (accountId) query.set('account', accountId)
  if (page > 1) query.set('page', String(page))
  return `${base(sandbox)}/feed${query.size > 0 ? `?${query}` : ''}`
}
