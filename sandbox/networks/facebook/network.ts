import { type Choice, route } from '../../http/call'
import type { Sandbox } from '../../state/sandbox'
import { deleteComment, findComment } from '../meta/comments'
import { inboxRoutes } from '../meta/inbox-routes'
import { graphNetwork } from '../meta/login'
import { nameOfRead, readParameters, versioned } from '../meta/nodes'
import type { Network } from '../network'
import {
  createPhoto,
  createPhotoStory,
  createVideo,
  nameOfPhase,
  type Photo,
  phasedVideo,
  uploadVideo,
  Videos,
} from './media'
import { facebookOAuth } from './oauth'
import { createPost, deletePhoto, listPosts, listStories, listVideos, readInsights, readNode } from './posts'
import { presets, versions } from './rules'

const scopes = {
  pages_manage_posts: ['initialize', 'upload', 'publish'],
  pages_read_engagement: ['list', 'read'],
  read_insights: ['insights'],
  pages_read_user_content: ['comments'],
  pages_manage_engagement: ['reply', 'hide'],
  pages_messaging: ['message', 'conversations'],
  pages_manage_metadata: ['subscribe'],
}

/** Photos of an album are uploaded unpublished. */
const nameOfPhoto: Choice = {
  names: ['upload', 'publish'],
  of: (call) => (String(readParameters(call).published) === 'false' ? 'upload' : 'publish'),
}

/** Facebook pages with a page token, as at graph.facebook.com. */
export function makeFacebook(sandbox: Sandbox): Network {
  const photos = sandbox.collection<Photo>('facebook.photo')
  const videos = new Videos(sandbox)
  return {
    ...graphNetwork(sandbox, 'facebook', 'pages', { code: 32, message: '(#32) Page request limit reached' }),
    scopes,
    routes: [
      ...facebookOAuth(sandbox),
      route('POST /video-upload/:version/:id', 'upload', (visit) => uploadVideo(videos, visit)),
      ...versioned(versions, [
        route('GET /me', 'identity', (visit) => readNode(sandbox, videos, visit)),
        route('POST /:id/feed', 'publish', (visit) => createPost(sandbox, photos, visit)),
        route('POST /:id/photos', nameOfPhoto, (visit) => createPhoto(sandbox, photos, visit)),
        route('POST /:id/videos', 'publish', (visit) => createVideo(sandbox, videos, visit)),
        route('POST /:id/video_reels', nameOfPhase, (visit) => phasedVideo(sandbox, videos, visit, 'reel')),
        route('POST /:id/video_stories', nameOfPhase, (visit) => phasedVideo(sandbox, videos, visit, 'story')),
        route('POST /:id/photo_stories', 'publish', (visit) => createPhotoStory(sandbox, photos, visit)),
        route('GET /:id/stories', 'list', (visit) => listStories(sandbox, visit)),
        route('GET /:id/videos', 'list', (visit) => listVideos(sandbox, videos, visit)),
        route('GET /:id/published_posts', 'list', (visit) => listPosts(sandbox, visit)),
        route('GET /:id/insights', 'insights', (visit) => readInsights(sandbox, visit)),
        route('DELETE /:id', 'delete', (visit) =>
          findComment(sandbox, visit) ? deleteComment(sandbox, visit) : deletePhoto(sandbox, photos, visit),
        ),
        ...inboxRoutes(sandbox, 'comments'),
        route('GET /:id', nameOfRead, (visit) => readNode(sandbox, videos, visit)),
      ]),
    ],
    presets,
    clear: () => {
      photos.clear()
      videos.clear()
    },
  }
}
