import { authenticateGraph } from '../meta/authenticate'
import { unknownPath } from '../meta/envelope'
import { throttled, usageHeaders } from '../meta/usage'
import { asMe, versioned } from '../meta/versions'
import type { Network } from '../network'
import type { Route } from '../router'
import type { Sandbox } from '../sandbox'
import { presets } from './errors'
import { metricRoutes } from './metrics'
import { facebookOAuth, scopes } from './oauth'
import { createPhoto, createPost, deleteNode, nameOfFeed, nameOfPhoto, type Photo } from './publish'
import { listPhotos, listPosts, readNode } from './read'
import { versions } from './rules'

/** Facebook Pages with a page token, as graph.facebook.com answers. */
export function makeFacebook(sandbox: Sandbox): Network {
  const photos = sandbox.shelf<Photo>('facebook.photo')
  const listing = (path: string): Route => ({
    method: 'GET',
    path,
    name: 'list',
    handle: (visit) => listPosts(sandbox, visit),
  })
  return {
    id: 'facebook',
    operations: ['identity', 'upload', 'draft', 'publish', 'list', 'read', 'insights', 'delete'],
    scopes,
    routes: [
      ...facebookOAuth(sandbox),
      ...versioned(versions, [
        { method: 'GET', path: '/me', name: 'identity', handle: (visit) => readNode(sandbox, photos, asMe(visit)) },
        { method: 'POST', path: '/:id/feed', name: nameOfFeed, handle: (visit) => createPost(sandbox, photos, visit) },
        {
          method: 'POST',
          path: '/:id/photos',
          name: nameOfPhoto,
          handle: (visit) => createPhoto(sandbox, photos, visit),
        },
        listing('/:id/feed'),
        listing('/:id/posts'),
        listing('/:id/published_posts'),
        { method: 'GET', path: '/:id/photos', name: 'list', handle: (visit) => listPhotos(sandbox, photos, visit) },
        ...metricRoutes(sandbox),
        { method: 'GET', path: '/:id', name: 'read', handle: (visit) => readNode(sandbox, photos, visit) },
        { method: 'DELETE', path: '/:id', name: 'delete', handle: (visit) => deleteNode(sandbox, photos, visit) },
      ]),
    ],
    authenticate: (call) => authenticateGraph(sandbox, 'facebook', call),
    headers: (_call, account) => usageHeaders(sandbox, 'pages', account),
    notFound: unknownPath,
    presets,
    rateLimited: (limit, _call, account) =>
      throttled('pages', { code: 32, message: '(#32) Page request limit reached' }, limit, account),
    clear: () => photos.clear(),
  }
}
