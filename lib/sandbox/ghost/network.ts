import { emptyAnswer, htmlAnswer } from '../exchange'
import { html } from '../feed/html'
import { document } from '../feed/page'
import { pageHeaders } from '../feed/service'
import type { Network } from '../network'
import type { Route } from '../router'
import type { Sandbox } from '../sandbox'
import { authenticate } from './authenticate'
import { Documents } from './documents'
import { notForTokens, notFound, presets, tooMany } from './errors'
import { uploadFilm } from './films'
import { plainText } from './html'
import { uploadImage } from './images'
import { keepNumbers, nameOfRead } from './metrics'
import { createPost, deletePost, editPost, nameOfSave } from './publish'
import { listPosts, listUsers, readPost, readSite } from './read'
import { createTag, listTags } from './tags'

const base = '/:site/ghost/api/admin'

/** Sites with Ghost's Admin API, one below each `/ghost/{site}`. */
export function makeGhost(sandbox: Sandbox): Network {
  const documents = new Documents(sandbox)
  keepNumbers(sandbox)
  const routes: Route[] = [
    { method: 'GET', path: '/site/', name: 'identity', isOpen: true, handle: (visit) => readSite(sandbox, visit) },
    { method: 'GET', path: '/users/', name: 'identity', handle: (visit) => listUsers(sandbox, visit) },
    { method: 'GET', path: '/posts/', name: 'list', handle: (visit) => listPosts(sandbox, documents, visit) },
    { method: 'GET', path: '/posts/:id/', name: nameOfRead, handle: (visit) => readPost(sandbox, documents, visit) },
    { method: 'GET', path: '/posts/slug/:slug/', name: 'read', handle: (visit) => readPost(sandbox, documents, visit) },
    { method: 'POST', path: '/posts/', name: nameOfSave, handle: (visit) => createPost(sandbox, documents, visit) },
    { method: 'PUT', path: '/posts/:id/', name: nameOfSave, handle: (visit) => editPost(sandbox, documents, visit) },
    { method: 'DELETE', path: '/posts/:id/', name: 'delete', handle: (visit) => deletePost(sandbox, documents, visit) },
    { method: 'POST', path: '/images/upload/', name: 'upload', handle: (visit) => uploadImage(sandbox, visit) },
    { method: 'POST', path: '/media/upload/', name: 'upload', handle: (visit) => uploadFilm(sandbox, visit) },
    { method: 'GET', path: '/tags/', name: 'list', handle: (visit) => listTags(documents, visit) },
    { method: 'POST', path: '/tags/', name: 'edit', handle: (visit) => createTag(sandbox, documents, visit) },
    // Open to staff alone: a token is told so, and not that there is nothing.
    { method: 'GET', path: '/stats/posts-visitor-counts/', name: 'list', handle: () => notForTokens() },
  ]
  return {
    id: 'ghost',
    operations: ['identity', 'upload', 'draft', 'edit', 'publish', 'list', 'read', 'insights', 'delete'],
    routes: [...routes.map((route) => ({ ...route, path: base + route.path })), home(sandbox), preview(documents)],
    filmForms: /\/admin\/media\/upload\/$/,
    authenticate: (call) => authenticate(sandbox, call),
    headers: () => ({ 'content-version': 'v6.0', vary: 'Accept-Version, Origin' }),
    // Ghost redirects an address without its last slash, which turns a client's POST into a GET.
    notFound: (call) =>
      call.path.endsWith('/')
        ? notFound('Resource not found')
        : emptyAnswer(301, { location: `/ghost${call.path}/${call.rawQuery}` }),
    presets,
    rateLimited: ({ retryAfterSeconds, withHeaders }) =>
      tooMany(withHeaders ? { 'retry-after': String(Math.ceil(retryAfterSeconds ?? 60)) } : {}),
    clear: () => documents.clear(),
  }
}

/** A draft as its address shows it to who was given it. */
function preview(documents: Documents): Route {
  return {
    method: 'GET',
    path: '/:site/p/:uuid/',
    name: 'home',
    isOpen: true,
    handle: ({ params }) => {
      const draft = documents.byUuid(params.uuid ?? '')
      if (!draft) return notFound('Post not found.')
      const content = html`<main><div class="cards one"><article class="card ghost"><section class="post"><p class="who"><b>Draft</b></p><h2>${draft.title}</h2><p class="text" dir="auto">${plainText(draft.html)}</p></section></article></div></main>`
      return htmlAnswer(200, document(draft.title, content), pageHeaders)
    },
  }
}

/** The site itself, for who opens its address in a browser: its posts in the feed. */
function home(sandbox: Sandbox): Route {
  return {
    method: 'GET',
    path: '/:site',
    name: 'home',
    isOpen: true,
    handle: ({ params }) => {
      const account = sandbox.accounts.byProof('ghost', params.site ?? '')
      if (!account) return notFound('Site not found.')
      return emptyAnswer(302, {
        location: `${sandbox.origin}/feed?${new URLSearchParams({ network: 'ghost', account: account.account_id })}`,
      })
    },
  }
}
