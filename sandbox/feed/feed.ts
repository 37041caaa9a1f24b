import { brandGlyphs } from '@/components/channels/brand-glyphs'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { type Answer, type Call, htmlAnswer, makeRouter, Refusal } from '../http/call'
import { isVideoName } from '../media/files'
import { Html, html, pageHeaders, timeOf } from '../pages/html'
import { isInboxNetwork } from '../state/inbox-store'
import type { StoredMedia, StoredPost } from '../state/post-store'
import type { Sandbox } from '../state/sandbox'
import { addressOf, base, type Filter, feedAddress, messagesAddress, noFilter, postAddress } from './address'
import { commentRoutes, commentsView } from './comments'
import { feedAnswer } from './forms'
import { messageRoutes } from './messages'

const names: Record<ChannelId, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  ghost: 'Ghost',
  threads: 'Threads',
}

type FeedPage = { filter: Filter; page: number; pages: number; total: number; conversations: Conversation[] }

function feedPage(sandbox: Sandbox, view: FeedPage): Html {
  const { filter, page, pages, total, conversations } = view
  const cards = conversations.map((conversation) => html`<li>${card(sandbox, conversation, null)}</li>`)
  return html`<header><nav aria-label="Sandbox"><a class="chip" href="${feedAddress(sandbox)}" aria-current="page">Feed</a><a class="chip" href="${base(sandbox)}/mail">Mail</a></nav><h1>All posts</h1>${networkLinks(sandbox, filter)}${accountLinks(sandbox, filter)}</header>
<main>${cards.length > 0 ? html`<ol class="cards">${cards}</ol>` : empty(filter)}</main>
<footer>${pager(sandbox, filter, page, pages)}<p>${total === 1 ? '1 post' : `${total} posts`}${pages > 1 && `, page ${page} of ${pages}`}</p></footer>`
}

/** A permalink: the post in its conversation. */
function postPage(sandbox: Sandbox, conversation: Conversation, post: StoredPost): Html {
  const filter = { network: post.network, accountId: post.account_id }
  return html`<header><nav aria-label="Feed"><a class="chip" href="${addressOf(sandbox, noFilter)}">All posts</a><a class="chip" href="${addressOf(sandbox, filter)}">All posts of this account</a></nav></header>
<main><div class="cards one">${card(sandbox, conversation, post)}</div></main>`
}

function missingPage(sandbox: Sandbox): Html {
  return html`<main class="empty"><h1>Post not found</h1><p>It may have been deleted.</p><p><a href="${addressOf(sandbox, noFilter)}">Show all posts</a></p></main>`
}

function networkLinks(sandbox: Sandbox, filter: Filter): Html {
  const links = channelIds.map((network) =>
    chip(
      addressOf(sandbox, { network, accountId: null }),
      html`${glyph(network)}${names[network]}`,
      filter.network === network,
    ),
  )
  return html`<nav aria-label="Networks">${chip(addressOf(sandbox, noFilter), 'All', filter.network === null)}${links}</nav>`
}

const accountLinksMax = 30

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

const glyph = (network: ChannelId): Html =>
  html`<svg aria-hidden="true" viewBox="0 0 24 24"><path d="${brandGlyphs[network]}"/></svg>`

function chip(href: string, label: Html | string, isCurrent: boolean): Html {
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
  return html`<div class="empty"><p>No posts${network && ` on ${names[network]}`} yet.</p></div>`
}

function card(sandbox: Sandbox, posts: Conversation, here: StoredPost | null): Html {
  const network = posts[0]?.network
  return html`<article class="card ${network}">${posts.map((post) => postView(sandbox, post, post === here))}</article>`
}

function postView(sandbox: Sandbox, post: StoredPost, isHere: boolean): Html {
  const account = sandbox.accounts.get(post.network, post.account_id)
  return html`<section class="${isHere ? 'post here' : 'post'}"${isHere && new Html(' aria-current="true"')}>
<p class="who author"><span class="avatar" aria-hidden="true">${(account?.account_name ?? post.account_id).slice(0, 1).toUpperCase()}<span class="network">${glyph(post.network)}</span></span><b>${account?.account_name ?? post.account_id}</b><span class="quiet">@${account?.handle} · ${names[post.network]}</span></p>
${post.title && html`<h2>${post.title}</h2>`}${post.text && html`<p class="text" dir="auto">${post.text}</p>`}
${images(sandbox, post.media)}${outboundLink(post.link)}
<p class="foot"><a class="quiet" href="${postAddress(sandbox, post)}">${timeOf(post.created_ms)}</a>${isInboxNetwork(post.network) && html`<a class="quiet" href="${messagesAddress(sandbox, post)}">Message this account</a>`}</p>${commentsView(sandbox, post, isHere)}</section>`
}

function images(sandbox: Sandbox, media: StoredMedia[]): Html | null {
  if (media.length === 0) return null
  const tags = media.map(({ file, alt_text }) => {
    const address = `${base(sandbox)}/media/${file}`
    return isVideoName(file)
      ? html`<video src="${address}" aria-label="${alt_text ?? 'Video'}" controls muted playsinline preload="metadata"></video>`
      : html`<img src="${address}" alt="${alt_text ?? ''}" loading="lazy">`
  })
  return html`<div class="${media.length === 1 ? 'images single' : 'images'}">${tags}</div>`
}

/** Only for web URLs, because other schemes can run scripts. */
function outboundLink(link: string | null): Html | null {
  if (!link || !/^https?:\/\//i.test(link)) return null
  return html`<a class="link" rel="nofollow noopener noreferrer" href="${link}">${link}</a>`
}

/** A post and its replies, in reading order. */
type Conversation = StoredPost[]

const pageSize = 50

function pageOf(sandbox: Sandbox, { network, accountId }: Filter, page: number) {
  const posts = network && accountId ? sandbox.posts.of(network, accountId) : sandbox.posts.all()
  const isRoot = (post: StoredPost): boolean =>
    (!network || post.network === network) &&
    post.deleted_ms === null &&
    (post.parent_id === null || sandbox.posts.parentOf(post)?.deleted_ms !== null)
  const roots = posts.filter(isRoot).reverse()
  const pages = Math.max(1, Math.ceil(roots.length / pageSize))
  const start = (Math.min(page, pages) - 1) * pageSize
  const conversations = roots.slice(start, start + pageSize).map((root) => conversationOf(sandbox, root))
  return { conversations, pages, total: roots.length }
}

function conversationAround(sandbox: Sandbox, post: StoredPost): Conversation {
  let root = post
  for (;;) {
    const parent = sandbox.posts.parentOf(root)
    if (parent?.deleted_ms !== null) return conversationOf(sandbox, root)
    root = parent
  }
}

/** Accepts encoded permalinks, with or without the final slash, and any user name on X. */
function postAt(sandbox: Sandbox, path: string): StoredPost | undefined {
  const bare = decode(path).replace(/\/+$/, '')
  const xId = /^\/feed\/x\/(?:i\/web|[^/]+)\/status\/(\d+)(?:\/photo\/\d)?$/.exec(bare)?.[1]
  if (xId !== undefined) return sandbox.posts.find('x', xId)
  const post = sandbox.posts.atPath(bare) ?? sandbox.posts.atPath(`${bare}/`)
  return post?.deleted_ms === null ? post : undefined
}

/** Depth first. No recursion, because threads can be long. */
function conversationOf(sandbox: Sandbox, root: StoredPost): Conversation {
  const posts: StoredPost[] = []
  const waiting = [root]
  for (let post = waiting.pop(); post; post = waiting.pop()) {
    posts.push(post)
    waiting.push(
      ...sandbox.posts
        .repliesTo(post)
        .filter(({ deleted_ms }) => deleted_ms === null)
        .toReversed(),
    )
  }
  return posts
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The feed: `/`, `/feed`, and below it the permalinks, and the comments and messages of visitors. */
export function makeFeed(sandbox: Sandbox): (call: Call) => Promise<Answer> {
  const findRoute = makeRouter([...commentRoutes(sandbox), ...messageRoutes(sandbox)])
  return async (call) => {
    const match = findRoute(call.method === 'HEAD' ? 'GET' : call.method, call.path)
    if (!match?.route.isOpen) return posts(sandbox, call)
    try {
      return await match.route.handle({ call, params: match.params, raw: match.raw })
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      throw error
    }
  }
}

function posts(sandbox: Sandbox, call: Call): Answer {
  if (call.method !== 'GET' && call.method !== 'HEAD')
    return htmlAnswer(405, '', { ...pageHeaders, allow: 'GET, HEAD' })
  if (call.path !== '/') return permalink(sandbox, call)
  const { query } = call
  const network = channelIds.find((id) => id === query.get('network')) ?? null
  const filter = { network, accountId: network ? query.get('account') : null }
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const view = pageOf(sandbox, filter, page)
  return feedAnswer(200, 'Sandbox feed', feedPage(sandbox, { ...view, filter, page: Math.min(page, view.pages) }))
}

function permalink(sandbox: Sandbox, call: Call): Answer {
  const post = postAt(sandbox, `/feed${call.path}`)
  if (!post) return feedAnswer(404, 'Post not found', missingPage(sandbox))
  const title = post.title ?? (post.text.slice(0, 60) || 'A post')
  return feedAnswer(200, title, postPage(sandbox, conversationAround(sandbox, post), post))
}
