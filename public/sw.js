/**
 * Service worker. Pages and API answers always come from the network and are never stored: nobody sees an old page or
 * another account's data. It stores the files of the build, whose names change with their content, an offline page, and
 * what other apps share until the composer takes it.
 */
const files = 'storycast-files-2'
const shared = 'storycast-shared'
const filesMax = 400
const offlinePage = '/offline.html'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(files)
      .then((cache) => cache.add(new Request(offlinePage, { cache: 'reload' })))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== files && name !== shared).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return
  if (request.method === 'POST' && url.pathname === '/share') event.respondWith(receive(request))
  else if (request.method !== 'GET') return
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(offline))
  else if (url.pathname.startsWith('/_next/static/')) event.respondWith(fromFiles(request))
})

async function offline() {
  return (await caches.match(offlinePage, { cacheName: files })) ?? Response.error()
}

/** The names of these files have a hash of their content. */
async function fromFiles(request) {
  const cache = await caches.open(files)
  const stored = await cache.match(request)
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok && response.status === 200) {
    await cache.put(request, response.clone()).catch(() => {})
    const keys = await cache.keys()
    // The oldest first. The first is the offline page.
    await Promise.all(keys.slice(1, Math.max(1, keys.length - filesMax)).map((key) => cache.delete(key)))
  }
  return response
}

/** Keeps what was shared, so that nothing is lost if the user must sign in first. */
async function receive(request) {
  try {
    const form = await request.formData()
    const cache = await caches.open(shared)
    for (const key of await cache.keys()) await cache.delete(key)
    const sent = form.getAll('files').filter((file) => typeof file !== 'string' && file.size > 0)
    await Promise.all(
      sent.map((file, index) =>
        cache.put(`/share/file/${index}`, new Response(file, { headers: { 'content-type': file.type } })),
      ),
    )
    const textOf = (name) => String(form.get(name) ?? '')
    const content = {
      ...{ title: textOf('title'), text: textOf('text'), url: textOf('url'), at: Date.now() },
      names: sent.map(({ name }) => name),
    }
    await cache.put('/share/content', Response.json(content))
    return Response.redirect('/share', 303)
  } catch {
    return Response.redirect('/share?failed=1', 303)
  }
}
