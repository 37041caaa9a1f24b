import type { Network } from '../network'
import type { Sandbox } from '../sandbox'
import { authenticate } from './authenticate'
import { notFound, presets, throttled, traceHeaders } from './errors'
import { Images } from './images'
import { metricRoutes } from './metrics'
import { linkedInOAuth, scopes } from './oauth'
import { createPost, deletePost } from './publish'
import { findPosts, readPost, readUserinfo } from './read'

/** LinkedIn's versioned REST API, as api.linkedin.com answers; uploads go to `/dms-uploads/` as at www.linkedin.com. */
export function makeLinkedIn(sandbox: Sandbox): Network {
  const images = new Images(sandbox)
  return {
    id: 'linkedin',
    operations: ['identity', 'initialize', 'upload', 'status', 'publish', 'list', 'read', 'insights', 'delete'],
    scopes,
    routes: [
      ...linkedInOAuth(sandbox),
      { method: 'GET', path: '/v2/userinfo', name: 'identity', handle: (visit) => readUserinfo(sandbox, visit) },
      { method: 'POST', path: '/rest/posts', name: 'publish', handle: (visit) => createPost(sandbox, images, visit) },
      ...metricRoutes(sandbox),
      { method: 'GET', path: '/rest/posts', name: 'list', handle: (visit) => findPosts(sandbox, visit) },
      { method: 'GET', path: '/rest/posts/:urn', name: 'read', handle: (visit) => readPost(sandbox, visit) },
      { method: 'DELETE', path: '/rest/posts/:urn', name: 'delete', handle: (visit) => deletePost(sandbox, visit) },
      { method: 'POST', path: '/rest/images', name: 'initialize', handle: (visit) => images.initialize(visit) },
      { method: 'GET', path: '/rest/images/:urn', name: 'status', handle: (visit) => images.read(visit) },
      {
        method: 'PUT',
        path: '/dms-uploads/:key/uploaded-image/0',
        name: 'upload',
        handle: (visit) => images.upload(visit),
      },
    ],
    authenticate: (call) => authenticate(sandbox, call),
    headers: traceHeaders,
    notFound: () => notFound(),
    presets,
    // LinkedIn itself never says when to come back; only a test that asks for it gets the header.
    rateLimited: ({ retryAfterSeconds, withHeaders }) =>
      throttled(
        withHeaders && retryAfterSeconds !== null ? { 'retry-after': String(Math.ceil(retryAfterSeconds)) } : {},
      ),
    clear: () => images.clear(),
  }
}
