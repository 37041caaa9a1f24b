import { authenticateGraph } from '../meta/authenticate'
import { Containers } from '../meta/containers'
import { unknownPath } from '../meta/envelope'
import { throttled, usageHeaders } from '../meta/usage'
import { asMe, nameOfRead, versioned } from '../meta/versions'
import type { Network } from '../network'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { presets } from './errors'
import { metricRoutes } from './metrics'
import { scopes, threadsOAuth } from './oauth'
import { createContainer, publishContainer } from './publish'
import { deletePost, listPosts, listReplies, readNode, readPublishingLimit } from './read'
import { versions } from './rules'

/** Threads, as graph.threads.net answers. */
export function makeThreads(sandbox: Sandbox): Network {
  const containers = new Containers(sandbox, 'threads')
  return {
    id: 'threads',
    operations: ['identity', 'container', 'status', 'publish', 'list', 'read', 'insights', 'quota', 'delete'],
    scopes,
    routes: [
      ...threadsOAuth(sandbox),
      ...versioned(versions, [
        { method: 'GET', path: '/me', name: 'identity', handle: (visit) => readNode(sandbox, containers, asMe(visit)) },
        {
          method: 'POST',
          path: '/:id/threads',
          name: 'container',
          handle: (visit) => createContainer(sandbox, containers, visit),
        },
        {
          method: 'POST',
          path: '/:id/threads_publish',
          name: 'publish',
          handle: (visit) => publishContainer(sandbox, containers, visit),
        },
        { method: 'GET', path: '/:id/threads', name: 'list', handle: (visit) => listPosts(sandbox, visit, 'posts') },
        {
          method: 'GET',
          path: '/:id/threads_publishing_limit',
          name: 'quota',
          handle: (visit) => readPublishingLimit(sandbox, visit),
        },
        { method: 'GET', path: '/:id/replies', name: 'list', handle: (visit) => replies(sandbox, visit) },
        {
          method: 'GET',
          path: '/:id/conversation',
          name: 'list',
          handle: (visit) => listReplies(sandbox, visit, 'all'),
        },
        ...metricRoutes(sandbox),
        { method: 'GET', path: '/:id', name: nameOfRead, handle: (visit) => readNode(sandbox, containers, visit) },
        { method: 'DELETE', path: '/:id', name: 'delete', handle: (visit) => deletePost(sandbox, visit) },
      ]),
    ],
    authenticate: (call) => authenticateGraph(sandbox, 'threads', call),
    headers: (_call, account) => usageHeaders(sandbox, 'instagram', account),
    notFound: unknownPath,
    presets,
    rateLimited: (limit, _call, account) =>
      throttled('instagram', { code: 4, message: '(#4) Application request limit reached' }, limit, account),
    clear: () => containers.clear(),
  }
}

/** `/replies` means what an account replied, or what was replied to a post: the id decides. */
function replies(sandbox: Sandbox, visit: Visit) {
  const { id } = visit.params
  if (id === 'me' || id === visit.account.account_id) return listPosts(sandbox, visit, 'replies')
  return listReplies(sandbox, visit, 'direct')
}
