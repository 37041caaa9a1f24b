import { route } from '../../http/call'
import type { Sandbox } from '../../state/sandbox'
import { deleteComment } from '../meta/comments'
import { Containers } from '../meta/containers'
import { inboxRoutes } from '../meta/inbox-routes'
import { graphNetwork, metaLoginRoutes } from '../meta/login'
import { nameOfRead, versioned } from '../meta/nodes'
import type { Network } from '../network'
import { createContainer, listMedia, publishContainer, readInsights, readNode, readPublishingLimit } from './posts'
import { presets, versions } from './rules'

const knownScopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]

const scopes = {
  instagram_business_basic: ['identity', 'status', 'list', 'read'],
  instagram_business_content_publish: ['container', 'publish'],
  instagram_business_manage_insights: ['insights'],
  instagram_business_manage_comments: ['comments', 'reply', 'hide'],
  instagram_business_manage_messages: ['message', 'conversations'],
}

/** Instagram Login: www.instagram.com, api.instagram.com and graph.instagram.com. */
export function makeInstagram(sandbox: Sandbox): Network {
  const containers = new Containers(sandbox, 'instagram')
  return {
    ...graphNetwork(sandbox, 'instagram', 'instagram', { code: 4, message: '(#4) Application request limit reached' }),
    scopes,
    routes: [
      ...metaLoginRoutes(sandbox, {
        network: 'instagram',
        name: 'Instagram',
        knownScopes,
        tokenPrefix: 'IGAA',
        grantPrefix: 'ig',
        answer: ({ id, scopes: granted, account_id }, { token_answer }) =>
          token_answer === 'wrapped'
            ? JSON.stringify({ data: [{ access_token: id, user_id: account_id, permissions: granted?.join(',') }] })
            : `{"access_token":${JSON.stringify(id)},"user_id":${account_id},"permissions":${JSON.stringify(granted)}}`,
      }),
      ...versioned(versions, [
        route('GET /me', 'identity', (visit) => readNode(sandbox, containers, visit)),
        route('POST /:id/media', 'container', (visit) => createContainer(sandbox, containers, visit)),
        route('POST /:id/media_publish', 'publish', (visit) => publishContainer(sandbox, containers, visit)),
        route('GET /:id/media', 'list', (visit) => listMedia(sandbox, visit, 'posts')),
        route('GET /:id/stories', 'list', (visit) => listMedia(sandbox, visit, 'stories')),
        route('GET /:id/content_publishing_limit', 'quota', (visit) => readPublishingLimit(sandbox, visit)),
        route('GET /:id/insights', 'insights', (visit) => readInsights(sandbox, visit)),
        ...inboxRoutes(sandbox, 'replies'),
        route('DELETE /:id', 'delete', (visit) => deleteComment(sandbox, visit)),
        route('GET /:id', nameOfRead, (visit) => readNode(sandbox, containers, visit)),
      ]),
    ],
    presets,
    clear: () => containers.clear(),
  }
}
