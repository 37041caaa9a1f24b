import { authenticateGraph } from '../meta/authenticate'
import { unknownPath } from '../meta/envelope'
import { throttled, usageHeaders } from '../meta/usage'
import { asMe, nameOfRead, versioned } from '../meta/versions'
import type { Network } from '../network'
import type { Route } from '../router'
import type { Sandbox } from '../sandbox'
import { presets } from './errors'
import { metricRoutes } from './metrics'
import { facebookOAuth, scopes } from './oauth'
import { createPhoto, createPost, deleteNode, nameOfFeed, nameOfPhoto, type Photo } from './publish'
import { listPhotos, listPosts, listVideos, readNode } from './read'
import { versions } from './rules'
import { createPhotoStory, listStories } from './stories'
import { createVideo, nameOfPhase, phasedVideo, uploadVideo, Videos } from './videos'

/** Facebook Pages with a page token, as graph.facebook.com answers. */
export function makeFacebook(sandbox: Sandbox): Network {
  const photos = sandbox.shelf<Photo>('facebook.photo')
  const videos = new Videos(sandbox)
  const phased = (path: string, kind: 'reel' | 'story'): Route => ({
    method: 'POST',
    path,
    name: nameOfPhase,
    handle: (visit) => phasedVideo(sandbox, videos, visit, kind),
  })
  const listing = (path: string): Route => ({
    method: 'GET',
    path,
    name: 'list',
    handle: (visit) => listPosts(sandbox, visit),
  })
  return {
    id: 'facebook',
    operations: [
      'identity',
      'initialize',
      'upload',
      'status',
      'draft',
      'publish',
      'list',
      'read',
      'insights',
      'delete',
    ],
    scopes,
    routes: [
      ...facebookOAuth(sandbox),
      {
        method: 'POST',
        path: '/video-upload/:version/:id',
        name: 'upload',
        handle: (visit) => uploadVideo(videos, visit),
      },
      ...versioned(versions, [
        {
          method: 'GET',
          path: '/me',
          name: 'identity',
          handle: (visit) => readNode(sandbox, photos, videos, asMe(visit)),
        },
        { method: 'POST', path: '/:id/feed', name: nameOfFeed, handle: (visit) => createPost(sandbox, photos, visit) },
        {
          method: 'POST',
          path: '/:id/photos',
          name: nameOfPhoto,
          handle: (visit) => createPhoto(sandbox, photos, visit),
        },
        {
          method: 'POST',
          path: '/:id/videos',
          name: nameOfPhoto,
          handle: (visit) => createVideo(sandbox, videos, visit),
        },
        phased('/:id/video_reels', 'reel'),
        phased('/:id/video_stories', 'story'),
        {
          method: 'POST',
          path: '/:id/photo_stories',
          name: 'publish',
          handle: (visit) => createPhotoStory(sandbox, photos, visit),
        },
        { method: 'GET', path: '/:id/stories', name: 'list', handle: (visit) => listStories(sandbox, visit) },
        { method: 'GET', path: '/:id/videos', name: 'list', handle: (visit) => listVideos(sandbox, videos, visit) },
        listing('/:id/feed'),
        listing('/:id/posts'),
        listing('/:id/published_posts'),
        { method: 'GET', path: '/:id/photos', name: 'list', handle: (visit) => listPhotos(sandbox, photos, visit) },
        ...metricRoutes(sandbox),
        { method: 'GET', path: '/:id', name: nameOfRead, handle: (visit) => readNode(sandbox, photos, videos, visit) },
        { method: 'DELETE', path: '/:id', name: 'delete', handle: (visit) => deleteNode(sandbox, photos, visit) },
      ]),
    ],
    authenticate: (call) => authenticateGraph(sandbox, 'facebook', call),
    headers: (_call, account) => usageHeaders(sandbox, 'pages', account),
    notFound: unknownPath,
    presets,
    rateLimited: (limit, _call, account) =>
      throttled('pages', { code: 32, message: '(#32) Page request limit reached' }, limit, account),
    clear: () => {
      photos.clear()
      videos.clear()
    },
  }
}
