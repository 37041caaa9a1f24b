import type { MetadataRoute } from 'next'

/** Makes the app installable, and lists it where phones share photos, videos and links. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: 'Storycast',
    short_name: 'Storycast',
    description: 'Write once, publish to seven networks, without duplicates.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fafafa',
    // --accent-fill of app/theme.css, like the icons.
    theme_color: '#5451e4',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'New post', url: '/go/compose' },
      { name: 'Inbox', url: '/go/inbox' },
    ],
    // The service worker (public/sw.js) receives it.
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: ['image/*', 'video/*'] }],
      },
    },
  }
}
