import { route } from '../../http/call'
import type { Sandbox } from '../../state/sandbox'
import { Containers } from '../meta/containers'
import { graphNetwork, metaLoginRoutes } from '../meta/login'
import { nameOfRead, versioned } from '../meta/nodes'
import type { Network } from '../network'
import {
  createContainer,
  deleteThread,
  listPosts,
  publishContainer,
  readAccountInsights,
  readInsights,
  readNode,
  readPublishingLimit,
} from './posts'
import { presets, versions } from './rules'

const knownScopes = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
  'threads_manage_mentions',
]

const scopes = {
  threads_basic: ['identity', 'status', 'list', 'read'],
  threads_content_publish: ['container', 'publish', 'quota'],
  threads_manage_insights: ['insights'],
}

/** threads.net and graph.threads.net. */
export function makeThreads(sandbox: Sandbox): Network {
  const containers = new Containers(sandbox, 'threads')
  return {
    ...graphNetwork(sandbox, 'threads', 'instagram', { code: 4, message: '(#4) Application request limit reached' }),
    scopes,
    routes: [
      ...metaLoginRoutes(sandbox, {
        network: 'threads',
        name: 'Threads',
        knownScopes,
        tokenPrefix: 'THAA',
        grantPrefix: 'th',
        // The id is a JSON number above 2^53, as at Threads: `JSON.parse` would return another one.
        answer: ({ id, account_id }) => `{"access_token":${JSON.stringify(id)},"user_id":${account_id}}`,
      }),
      ...versioned(versions, [
        route('GET /me', 'identity', (visit) => readNode(sandbox, containers, visit)),
        route('POST /:id/threads', 'container', (visit) => createContainer(sandbox, containers, visit)),
        route('POST /:id/threads_publish', 'publish', (visit) => publishContainer(sandbox, containers, visit)),
        route('GET /:id/threads', 'list', (visit) => listPosts(sandbox, visit, 'posts')),
        route('GET /:id/threads_publishing_limit', 'quota', (visit) => readPublishingLimit(sandbox, visit)),
        route('GET /:id/replies', 'list', (visit) => listPosts(sandbox, visit, 'replies')),
        route('GET /:id/insights', 'insights', (visit) => readInsights(sandbox, visit)),
        route('GET /:id/threads_insights', 'insights', (visit) => readAccountInsights(sandbox, visit)),
        route('GET /:id', nameOfRead, (visit) => readNode(sandbox, containers, visit)),
        route('DELETE /:id', 'delete', (visit) => deleteThread(sandbox, visit)),
      ]),
    ],
    presets,
    clear: () => containers.clear(),
  }
}
