import type { Answer } from '../exchange'
import type { Network } from '../network'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { authenticate } from './authenticate'
import { badRequest, notFound, presets, throttled, traceHeaders } from './errors'
import { Images } from './images'
import { metricRoutes } from './metrics'
import { linkedInOAuth, scopes } from './oauth'
import { createPost, deletePost } from './publish'
import { findPosts, readPost, readUserinfo } from './read'
import { Videos } from './videos'

/** LinkedIn's versioned REST API, as api.linkedin.com answers; uploads go to `/dms-uploads/` as at www.linkedin.com. */
export function makeLinkedIn(sandbox: Sandbox): Network {
  const images = new Images(sandbox)
  const videos = new Videos(sandbox)
  const library = { images, videos }
  return {
    id: 'linkedin',
    operations: [
      'identity',
      'initialize',
      'upload',
      'finalize',
      'status',
      'publish',
      'list',
      'read',
      'insights',
      'delete',
    ],
    scopes,
    routes: [
      ...linkedInOAuth(sandbox),
      { method: 'GET', path: '/v2/userinfo', name: 'identity', handle: (visit) => readUserinfo(sandbox, visit) },
      { method: 'POST', path: '/rest/posts', name: 'publish', handle: (visit) => createPost(sandbox, library, visit) },
      ...metricRoutes(sandbox),
      { method: 'GET', path: '/rest/posts', name: 'list', handle: (visit) => findPosts(sandbox, visit) },
      { method: 'GET', path: '/rest/posts/:urn', name: 'read', handle: (visit) => readPost(sandbox, visit) },
      { method: 'DELETE', path: '/rest/posts/:urn', name: 'delete', handle: (visit) => deletePost(sandbox, visit) },
      { method: 'POST', path: '/rest/images', name: 'initialize', handle: (visit) => images.initialize(visit) },
      {
        method: 'POST',
        path: '/rest/videos',
        name: ({ query }) => (query.get('action') === 'finalizeUpload' ? 'finalize' : 'initialize'),
        handle: (visit) => actOnVideo(videos, visit),
      },
      { method: 'GET', path: '/rest/videos/:urn', name: 'status', handle: (visit) => videos.read(visit) },
      {
        method: 'PUT',
        path: '/dms-uploads/:key/uploadedVideo/:part',
        name: 'upload',
        isOpen: true,
        handle: (visit) => videos.uploadPart(visit),
      },
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
    clear: () => {
      images.clear()
      videos.clear()
    },
  }
}

function actOnVideo(videos: Videos, visit: Visit): Answer | Promise<Answer> {
  const { query } = visit.call
  const action = query.size === 1 ? query.get('action') : null
  if (action === 'initializeUpload') return videos.initialize(visit)
  if (action === 'finalizeUpload') return videos.finalize(visit)
  throw badRequest('The query must be action=initializeUpload or action=finalizeUpload')
}
