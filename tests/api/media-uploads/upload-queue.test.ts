import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { BrowserEnvironment } from '@/components/media/uploads/browser-environment'
import { LocalUploads } from '@/components/media/uploads/local-uploads'
import { type Upload, UploadQueue } from '@/components/media/uploads/upload-queue'
import { ApiError, type Client, createClient } from '@/lib/api/client'
import { database } from '@/lib/db/pool'
import { getAsset, listAssets } from '@/lib/media/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { anImage, hashOf } from '../media/files'
import { assetsOf } from './uploads'

/** An in-memory localStorage. */
function aStore(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
}

type QueueRequest = { path: string; chunk: unknown }
type Setup = {
  uploads: UploadQueue
  context: ConstructorParameters<typeof UploadQueue>[0]
  requests: QueueRequest[]
  slept: number[]
  local: LocalUploads
}
type Options = {
  store?: Storage
  windowId?: string
  /** Throws the network error of this request, before or after the server handles it. */
  before?: (requests: QueueRequest, count: number) => void | Promise<void>
  after?: (requests: QueueRequest, count: number) => void
  browser?: Partial<BrowserEnvironment>
}

const lost = (): ApiError => new ApiError(0, 'network_error', 'The server cannot be reached.', [], null)

function aBrowser({ api, token, projectId }: TestProject, options: Options = {}): Setup {
  const requests: QueueRequest[] = []
  const slept: number[] = []
  const client = createClient({ baseUrl: api.baseUrl, token })
  const call = (async (operation, input, settings) => {
    const one = { path: operation.path, chunk: (input as { chunk_index?: number }).chunk_index }
    requests.push(one)
    const count = requests.filter(({ path }) => path === one.path).length
    await options.before?.(one, count)
    const answer = await client.call(operation, input, settings)
    options.after?.(one, count)
    return answer
  }) as Client['call']
  const local = new LocalUploads(projectId, options.store ?? aStore(), options.windowId ?? 'one')
  const browser: BrowserEnvironment = {
    now: () => new Date(),
    isOnline: () => true,
    untilOnline: async () => {},
    sleep: async (ms) => void slept.push(ms),
    ...options.browser,
  }
  const context = { projectId, call, local, browser }
  return { uploads: new UploadQueue(context), context, requests, slept, local }
}

const aFile = (bytes: Buffer, name = 'bread.png'): File =>
  new File([new Uint8Array(bytes)], name, { lastModified: 1_700_000_000_000 })

/** Three chunks: noise does not compress. */
const aLargeImage = (): Promise<Buffer> =>
  sharp(randomBytes(500 * 450 * 3), { raw: { width: 500, height: 450, channels: 3 } })
    .png()
    .toBuffer()

async function ended({ uploads }: Setup): Promise<readonly Upload[]> {
  await vi.waitFor(
    () => expect(uploads.list().every(({ state }) => state === 'done' || state === 'failed')).toBe(true),
    {
      timeout: 20_000,
    },
  )
  return uploads.list()
}

test('uploads many files, a few at a time, with progress', async () => {
  const project = await aProject()
  let [open, most] = [0, 0]
  const steps: number[] = []
  const setup = aBrowser(project, {
    before: ({ path }) => {
      if (path.endsWith('upload-sessions')) most = Math.max(most, ++open)
    },
    after: ({ path }) => {
      if (path.endsWith('finalize')) open -= 1
    },
  })
  const large = await aLargeImage()
  const small = await Promise.all(Array.from({ length: 5 }, () => anImage()))
  const ids = setup.uploads.add([aFile(large, 'large.png'), ...small.map((bytes, n) => aFile(bytes, `small-${n}.png`))])
  setup.uploads.subscribe(() => {
    const { sent } = setup.uploads.list()[0] as Upload
    if (sent !== steps.at(-1)) steps.push(sent)
  })
  const done = await ended(setup)
  expect(done.map(({ id, state, asset }) => [id, state, asset?.sha256])).toEqual(
    [large, ...small].map((bytes, n) => [ids[n], 'done', hashOf(bytes)]),
  )
  expect(most).toBe(3)
  expect(steps.filter((sent) => sent > 0)).toEqual([262_144, 524_288, large.length])
  expect((await project.api.get(listAssets)).assets).toHaveLength(6)
  expect(setup.local.all(new Date())).toEqual([])
})

test('retries network errors with backoff and sends no chunk twice', async () => {
  const project = await aProject()
  const bytes = await aLargeImage()
  const setup = aBrowser(project, {
    before: ({ chunk }, count) => {
      if (chunk === 1 && count <= 4) throw lost()
    },
    // The server created the asset, but its response was lost.
    after: ({ path }, count) => {
      if (path.endsWith('finalize') && count === 1) throw lost()
    },
  })
  setup.uploads.add([aFile(bytes)])
  const [upload] = await ended(setup)
  expect([upload?.state, upload?.asset?.sha256]).toEqual(['done', hashOf(bytes)])
  expect(setup.slept).toEqual([500, 1_000, 2_000, 500])
  expect(setup.requests.filter(({ path }) => path.endsWith('chunks')).map(({ chunk }) => chunk)).toEqual([
    0, 1, 1, 1, 1, 2,
  ])
  expect(await assetsOf(project)).toHaveLength(1)
})

test('waits while offline', async () => {
  const project = await aProject()
  let isOnline = false
  let comesBack = (): void => {}
  const setup = aBrowser(project, {
    browser: {
      isOnline: () => isOnline,
      untilOnline: () => new Promise((resolve) => (comesBack = resolve)),
    },
  })
  setup.uploads.add([aFile(await anImage())])
  await vi.waitFor(() => expect(setup.uploads.list()[0]?.note).toContain('Waiting for a connection'))
  expect(setup.requests).toEqual([])
  isOnline = true
  comesBack()
  expect((await ended(setup))[0]).toMatchObject({ state: 'done', note: null })
})

test('fails after a minute of errors, and a retry sends only the missing chunks', async () => {
  const project = await aProject()
  const bytes = await aLargeImage()
  let isBroken = true
  const setup = aBrowser(project, {
    before: ({ chunk }) => {
      if (chunk === 2 && isBroken) throw lost()
    },
  })
  const [id = ''] = setup.uploads.add([aFile(bytes)])
  expect((await ended(setup))[0]).toMatchObject({
    state: 'failed',
    sent: 524_288,
    error: { message: 'The server cannot be reached.', canRetry: true },
  })
  expect(setup.slept).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000])
  isBroken = false
  const before = setup.requests.length
  setup.uploads.retry(id)
  expect((await ended(setup))[0]).toMatchObject({ state: 'done', asset: { sha256: hashOf(bytes) } })
  expect(setup.requests.slice(before).map(({ path, chunk }) => chunk ?? path.split('/').at(-1))).toEqual([
    2,
    'finalize',
  ])
})

test('restarts an expired session silently', async () => {
  const project = await aProject()
  const bytes = await aLargeImage()
  const setup = aBrowser(project, {
    before: async ({ chunk }, count) => {
      if (chunk === 1 && count === 2)
        await sql`update upload_sessions set expires_at = now() where project_id = ${project.projectId}`.execute(
          database(),
        )
    },
  })
  setup.uploads.add([aFile(bytes)])
  expect((await ended(setup))[0]).toMatchObject({ state: 'done', asset: { sha256: hashOf(bytes) } })
  expect(setup.requests.filter(({ path }) => path.endsWith('upload-sessions'))).toHaveLength(2)
})

test('sends chunks again that the server lost', async () => {
  const project = await aProject()
  const bytes = await aLargeImage()
  const setup = aBrowser(project, {
    before: async ({ path }, count) => {
      if (!path.endsWith('finalize') || count > 1) return
      await sql`
        with mine as (select id from upload_sessions where project_id = ${project.projectId}),
          lost as (delete from upload_chunks where session_id in (select id from mine) and chunk_index = 0 returning bytes)
        update upload_sessions set chunks_received = 2, bytes_received = bytes_received - octet_length(lost.bytes)
        from lost where id in (select id from mine)`.execute(database())
    },
  })
  setup.uploads.add([aFile(bytes)])
  expect((await ended(setup))[0]).toMatchObject({ state: 'done', asset: { sha256: hashOf(bytes) } })
  expect(setup.requests.filter(({ chunk }) => chunk === 0)).toHaveLength(2)
})

test('cancelling removes the upload and its chunks', async () => {
  const project = await aProject()
  const setup = aBrowser(project, {
    before: ({ chunk }) => (chunk === 1 ? new Promise(() => {}) : undefined),
  })
  const [id = ''] = setup.uploads.add([aFile(await aLargeImage())])
  await vi.waitFor(() => expect(setup.uploads.list()[0]?.sent).toBe(262_144), { timeout: 10_000 })
  setup.uploads.cancel(id)
  expect(setup.uploads.list()).toEqual([])
  expect(setup.local.all(new Date())).toEqual([])
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select s.status, (select count(*)::int from upload_chunks c where c.session_id = s.id) as chunks
      from upload_sessions s where project_id = ${project.projectId}`.execute(database())
    expect(rows).toEqual([{ status: 'aborted', chunks: 0 }])
  })
})

const refused: [what: string, file: () => File, message: RegExp][] = [
  ['empty', () => aFile(Buffer.alloc(0)), /The file is empty/],
  [
    'too large',
    () => aFile(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(10_485_760)])),
    /^This image is 10\.1 MB\. The limit is 10 MB\. Make it smaller/,
  ],
  ['an iPhone image', () => aFile(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0')), /HEIC.* Save the file as JPEG/],
  [
    'a QuickTime video',
    () => aFile(Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0'), 'video.mp4'),
    /QuickTime.* Save the file as MP4/,
  ],
  ['a PDF named .png', () => aFile(Buffer.from('%PDF-1.7'), 'page.png'), /PDF/],
  ['a text named .jpg', () => aFile(Buffer.from('Rye'), 'a.JPG'), /^This file is damaged or not really a JPEG\./],
  ['a text', () => aFile(Buffer.from('Rye bread'), 'notes'), /Save it as JPEG, PNG, GIF, WebP, SVG or MP4/],
]
test.each(refused)('a file that is %s is refused before a byte is sent', async (_, file, message) => {
  const setup = aBrowser(await aProject())
  setup.uploads.add([file()])
  const [upload] = await ended(setup)
  expect(upload).toMatchObject({ state: 'failed', error: { message: expect.stringMatching(message), canRetry: false } })
  expect(setup.requests).toEqual([])
})

test('shows errors of the server and does not offer to resume', async () => {
  const project = await aProject()
  const setup = aBrowser(project)
  setup.uploads.add([aFile(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 'x')]))])
  const [upload] = await ended(setup)
  expect(upload).toMatchObject({ state: 'failed', error: { canRetry: false, requestId: expect.any(String) } })
  expect(upload?.error?.message).toMatch(/^This file is damaged or not really a PNG\./)
  expect(setup.local.all(new Date())).toEqual([])
})

test('existing bytes return the existing asset', async () => {
  const project = await aProject()
  const bytes = await anImage()
  const setup = aBrowser(project)
  setup.uploads.add([aFile(bytes)])
  const [first] = await ended(setup)
  expect(first?.isDuplicate).toBe(false)
  setup.uploads.add([aFile(bytes, 'again.png')])
  const [, second] = await ended(setup)
  expect([second?.isDuplicate, second?.asset?.id]).toEqual([true, first?.asset?.id])
  expect(await project.api.get(getAsset, { id: first?.asset?.id ?? '' })).toMatchObject({ name: 'bread.png' })
})

// Must be last: it reloads the modules.
test('resumes the same file after a reload, and restarts another one with its name', async () => {
  const project = await aProject()
  const [bytes, other] = [await aLargeImage(), await aLargeImage()]
  const store = aStore()
  const torn = aBrowser(project, {
    store,
    before: ({ chunk }) => (chunk === 2 ? new Promise(() => {}) : undefined),
  })
  torn.uploads.add([aFile(bytes)])
  await vi.waitFor(() => expect(torn.uploads.list()[0]?.sent).toBe(524_288), { timeout: 10_000 })
  // Another tab sees that the upload is in use, the reloaded one that it is not.
  expect(aBrowser(project, { store, windowId: 'two' }).local.interrupted(new Date())).toEqual([])

  vi.resetModules()
  const again = await import('@/components/media/uploads/upload-queue')
  const setup = aBrowser(project, { store })
  const reloaded = new again.UploadQueue(setup.context)
  expect(reloaded.interrupted()).toMatchObject([{ name: 'bread.png', bytes: bytes.length, sent: 524_288 }])
  reloaded.add([aFile(other), aFile(bytes)])
  const done = await ended({ ...setup, uploads: reloaded })
  expect(done[1]).toMatchObject({ state: 'done', asset: { sha256: hashOf(bytes) } })
  expect(done[0]).toMatchObject({ state: 'done', asset: { sha256: hashOf(other) } })
  const chunks = setup.requests.flatMap(({ chunk }) => (chunk === undefined ? [] : [chunk]))
  // Three of the new file and the missing one of the first.
  expect(chunks.sort()).toEqual([0, 1, 2, 2])
  expect(reloaded.interrupted()).toEqual([])
})
