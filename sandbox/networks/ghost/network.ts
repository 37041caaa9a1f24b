import { type Answer, type OpenVisit, openRoute, type Route, redirect, route } from '../../http/call'
import { html, pageAnswer } from '../../pages/html'
import type { Sandbox } from '../../state/sandbox'
import type { Network } from '../network'
import { Documents } from './documents'
import { plainText } from './html'
import { createPost, editPost, nameOfSave, uploadImage, uploadVideo } from './publish'
import { listPosts, listTags, nameOfRead, readPost, readSite } from './read'
import { authenticate, notFound, presets, rateLimited } from './request'

/** Sites with Ghost's Admin API, each below `/ghost/{site}`. */
export function makeGhost(sandbox: Sandbox): Network {
  const documents = new Documents(sandbox)
  const api: Route[] = [
    openRoute('GET /site/', 'identity', (visit) => readSite(sandbox, visit)),
    route('GET /posts/', 'list', (visit) => listPosts(sandbox, documents, visit)),
    route('GET /posts/:id/', nameOfRead, (visit) => readPost(sandbox, documents, visit)),
    route('POST /posts/', nameOfSave, (visit) => createPost(sandbox, documents, visit)),
    route('PUT /posts/:id/', nameOfSave, (visit) => editPost(sandbox, documents, visit)),
    route('POST /images/upload/', 'upload', (visit) => uploadImage(sandbox, visit)),
    route('POST /media/upload/', 'upload', (visit) => uploadVideo(sandbox, visit)),
    route('GET /tags/', 'list', (visit) => listTags(documents, visit)),
  ]
  return {
    id: 'ghost',
    routes: [
      ...api.map((route) => ({ ...route, path: `/:site/ghost/api/admin${route.path}` })),
      openRoute('GET /:site', 'home', (visit) => home(sandbox, visit)),
      openRoute('GET /:site/p/:uuid/', 'home', (visit) => preview(documents, visit)),
    ],
    uploadForms: /\/admin\/media\/upload\/$/,
    authenticate: (call) => authenticate(sandbox, call),
    headers: () => ({ 'content-version': 'v6.0', vary: 'Accept-Version, Origin' }),
    // Ghost redirects URLs without the final slash, which turns a client's POST into a GET.
    notFound: ({ path, rawQuery }) =>
      path.endsWith('/') ? notFound('Resource not found') : redirect(`/ghost${path}/${rawQuery}`, 301),
    presets,
    rateLimited: ({ retryAfterSeconds, withHeaders }) =>
      rateLimited(withHeaders ? { 'retry-after': String(Math.ceil(retryAfterSeconds ?? 60)) } : {}),
    clear: () => documents.clear(),
  }
}

function home(sandbox: Sandbox, { params }: OpenVisit): Answer {
  const account = sandbox.accounts.byCredential('ghost', params.site ?? '')
  if (!account) return notFound('Site not found.')
  return redirect(`${sandbox.origin}/feed?${new URLSearchParams({ network: 'ghost', account: account.account_id })}`)
}

function preview(documents: Documents, { params }: OpenVisit): Answer {
  const draft = documents.byUuid(params.uuid ?? '')
  if (!draft) return notFound('Post not found.')
  const content = html`<main><div class="cards one"><article class="card ghost"><section class="post"><p class="who"><b>Draft</b></p><h2>${draft.title}</h2><p class="text" dir="auto">${plainText(draft.html)}</p></section></article></div></main>`
  return pageAnswer(200, draft.title, content)
}
