import { authenticateGraph } from '../meta/authenticate'
import { Containers } from '../meta/containers'
import { unknownPath } from '../meta/envelope'
import { throttled, usageHeaders } from '../meta/usage'
import { asMe, nameOfRead, versioned } from '../meta/versions'
import type { Network } from '../network'
import type { Sandbox } from '../sandbox'
import { presets } from './errors'
import { metricRoutes } from './metrics'
import { instagramOAuth, scopes } from './oauth'
import { createContainer, publishContainer } from './publish'
import { deleteMedia, listMedia, readNode, readPublishingLimit } from './read'
import { versions } from './rules'

/** Instagram with Instagram Login, as graph.instagram.com answers. */
export function makeInstagram(sandbox: Sandbox): Network {
  const containers = new Containers(sandbox, 'instagram')
  return {
    id: 'instagram',
    operations: ['identity', 'container', 'status', 'publish', 'list', 'read', 'insights', 'quota', 'delete'],
    scopes,
    routes: [
      ...instagramOAuth(sandbox),
      ...versioned(versions, [
        { method: 'GET', path: '/me', name: 'identity', handle: (visit) => readNode(sandbox, containers, asMe(visit)) },
        {
          method: 'POST',
          path: '/:id/media',
          name: 'container',
          handle: (visit) => createContainer(sandbox, containers, visit),
        },
        {
          method: 'POST',
          path: '/:id/media_publish',
          name: 'publish',
          handle: (visit) => publishContainer(sandbox, containers, visit),
        },
        { method: 'GET', path: '/:id/media', name: 'list', handle: (visit) => listMedia(sandbox, visit, 'posts') },
        { method: 'GET', path: '/:id/stories', name: 'list', handle: (visit) => listMedia(sandbox, visit, 'stories') },
        {
          method: 'GET',
          path: '/:id/content_publishing_limit',
          name: 'quota',
          handle: (visit) => readPublishingLimit(sandbox, visit),
        },
        ...metricRoutes(sandbox),
        { method: 'GET', path: '/:id', name: nameOfRead, handle: (visit) => readNode(sandbox, containers, visit) },
        { method: 'DELETE', path: '/:id', name: 'delete', handle: (visit) => deleteMedia(sandbox, visit) },
      ]),
    ],
    authenticate: (call) => authenticateGraph(sandbox, 'instagram', call),
    headers: (_call, account) => usageHeaders(sandbox, 'instagram', account),
    notFound: unknownPath,
    presets,
    rateLimited: (limit, _call, account) =>
      throttled('instagram', { code: 4, message: '(#4) Application request limit reached' }, limit, account),
    clear: () => containers.clear(),
  }
}
