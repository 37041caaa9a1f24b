import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { KeptUploads } from '@/components/media/kept-uploads'
import type { Surroundings } from '@/components/media/surroundings'
import { type Upload, Uploads } from '@/components/media/uploads'
import { ApiError, type Client, createClient } from '@/lib/api/client'
import { database } from '@/lib/db/pool'
import { getAsset, listAssets } from '@/lib/media/contract'
import { aProject, type TestProject } from '@/tests/support/api'
import { aPicture, hashOf } from '../media/files'
import { assetsOf } from './uploads'

/** Holds that the browser's uploads bring whole files into the library over lines that fail, and say why when they cannot. */

/** A store as browsers have it. */
function aStore(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
}

type Asked = { path: string; chunk: unknown }
type World = { uploads: Uploads; asked: Asked[]; slept: number[]; kept: KeptUploads }
type Options = {
  store?: Storage
  windowId?: string
  /** Throws what the line does to this request, before or after the server had it. */
  before?: (asked: Asked, count: number) => void | Promise<void>
  after?: (asked: Asked, count: number) => void
  surroundings?: Partial<Surroundings>
}

const lost = (): ApiError => new ApiError(0, 'network_error', 'The server cannot be reached.', [], null)

function aBrowser({ api, token, projectId }: TestProject, options: Options = {}): World {
  const asked: Asked[] = []
  const slept: number[] = []
  const client = createClient({ baseUrl: api.baseUrl, token })
  const call = (async (operation, input, settings) => {
    const one = { path: operation.path, chunk: (input as { chunk_index?: number }).chunk_index }
    asked.push(one)
    const count = asked.filter(({ path }) => path === one.path).length
    await options.before?.(one, count)
    const answer = await client.call(operation, input, settings)
    options.after?.(one, count)
    return answer
  }) as Client['call']
  const kept = new KeptUploads(projectId, options.store ?? aStore(), options.windowId ?? 'one')
  const surroundings: Surroundings = {
    now: () => new Date(),
    isOnline: () => true,
    backOnline: async () => {},
    sleep: async (ms) => void slept.push(ms),
    ...options.surroundings,
  }
  return { uploads: new Uploads({ projectId, call, kept, surroundings }), asked, slept, kept }
}

const aFile = (bytes: Buffer, name = 'bread.png'): File =>
  new File([new Uint8Array(bytes)], name, { lastModified: 1_700_000_000_000 })

/** Three chunks: what is random gets no smaller in a PNG. */
const aLargePicture = (): Promise<Buffer> =>
  sharp(randomBytes(500 * 450 * 3), { raw: { width: 500, height: 450, channels: 3 } })
    .png()
    .toBuffer()

async function ended({ uploads }: World): Promise<readonly Upload[]> {
  await vi.waitFor(
    () => expect(uploads.list().every(({ state }) => state === 'done' || state === 'failed')).toBe(true),
    {
      timeout: 20_000,
    },
  )
  return uploads.list()
}

test('many files come in whole, a few at a time, each with its progress', async () => {
  const project = await aProject()
  let [open, most] = [0, 0]
  const steps: number[] = []
  const world = aBrowser(project, {
    before: ({ path }) => {
      if (path.endsWith('upload-sessions')) most = Math.max(most, ++open)
    },
    after: ({ path }) => {
      if (path.endsWith('finalize')) open -= 1
    },
  })
  const large = await aLargePicture()
  const small = await Promise.all(Array.from({ length: 5 }, () => aPicture()))
  const ids = world.uploads.add([aFile(large, 'large.png'), ...small.map((bytes, n) => aFile(bytes, `small-${n}.png`))])
  world.uploads.subscribe(() => {
    const { sent } = world.uploads.list()[0] as Upload
    if (sent !== steps.at(-1)) steps.push(sent)
  })
  const done = await ended(world)
  expect(done.map(({ id, state, asset }) => [id, state, asset?.sha256])).toEqual(
    [large, ...small].map((bytes, n) => [ids[n], 'done', hashOf(bytes)]),
  )
  expect(most).toBe(3)
  expect(steps.filter((sent) => sent > 0)).toEqual([262_144, 524_288, large.length])
  expect((await project.api.get(listAssets)).assets).toHaveLength(6)
  expect(world.kept.all(new Date())).toEqual([])
})

test('a line that fails is tried again with growing pauses, and no chunk is lost or sent twice in vain', async () => {
  const project = await aProject()
  const bytes = await aLargePicture()
  const world = aBrowser(project, {
    before: ({ chunk }, count) => {
      if (chunk === 1 && count <= 4) throw lost()
    },
    // The server made the asset, and its answer did not come back.
    after: ({ path }, count) => {
      if (path.endsWith('finalize') && count === 1) throw lost()
    },
  })
  world.uploads.add([aFile(bytes)])
  const [upload] = await ended(world)
  expect([upload?.state, upload?.asset?.sha256]).toEqual(['done', hashOf(bytes)])
  expect(world.slept).toEqual([500, 1_000, 2_000, 500])
  expect(world.asked.filter(({ path }) => path.endsWith('chunks')).map(({ chunk }) => chunk)).toEqual([
    0, 1, 1, 1, 1, 2,
  ])
  expect(await assetsOf(project)).toHaveLength(1)
})

test('without a line it waits for one and says so', async () => {
  const project = await aProject()
  let isOnline = false
  let comesBack = (): void => {}
  const world = aBrowser(project, {
    surroundings: {
      isOnline: () => isOnline,
      backOnline: () => new Promise((resolve) => (comesBack = resolve)),
    },
  })
  world.uploads.add([aFile(await aPicture())])
  await vi.waitFor(() => expect(world.uploads.list()[0]?.note).toContain('Waiting for the connection'))
  expect(world.asked).toEqual([])
  isOnline = true
  comesBack()
  expect((await ended(world))[0]).toMatchObject({ state: 'done', note: null })
})

test('what does not pass in a minute is told, and a retry sends only what is missing', async () => {
  const project = await aProject()
  const bytes = await aLargePicture()
  let isBroken = true
  const world = aBrowser(project, {
    before: ({ chunk }) => {
      if (chunk === 2 && isBroken) throw lost()
    },
  })
  const [id = ''] = world.uploads.add([aFile(bytes)])
  expect((await ended(world))[0]).toMatchObject({
    state: 'failed',
    sent: 524_288,
    error: { message: 'The server cannot be reached.', canRetry: true },
  })
  expect(world.slept).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000])
  isBroken = false
  const before = world.asked.length
  world.uploads.retry(id)
  expect((await ended(world))[0]).toMatchObject({ state: 'done', asset: { sha256: hashOf(bytes) } })
  expect(world.asked.slice(before).map(({ path, chunk }) => chunk ?? path.split('/').at(-1))).toEqual([2, 'finalize'])
})

test('a session that has expired meanwhile is begun anew without a word', async () => {
  const project = await aProject()
  const bytes = await aLargePicture()
  const world = aBrowser(project, {
    before: async ({ chunk }, count) => {
      if (chunk === 1 && count === 2)
        await sql`update upload_sessions set expires_at = now() where project_id = ${project.projectId}`.execute(
          database(),
        )
    },
  })
  world.uploads.add([aFile(bytes)])
  expect((await ended(world))[0]).toMatchObject({ state: 'done', asset: { sha256: hashOf(bytes) } })
  expect(world.asked.filter(({ path }) => path.endsWith('upload-sessions'))).toHaveLength(2)
})

test('chunks that the server has lost are sent once more', async () => {
  const project = await aProject()
  const bytes = await aLargePicture()
  const world = aBrowser(project, {
    before: async ({ path }, count) => {
      if (!path.endsWith('finalize') || count > 1) return
      await sql`
        with mine as (select id from upload_sessions where project_id = ${project.projectId}),
          lost as (delete from upload_chunks where session_id in (select id from mine) and chunk_index = 0 returning bytes)
        update upload_sessions set chunks_received = 2, bytes_received = bytes_received - octet_length(lost.bytes)
        from lost where id in (select id from mine)`.execute(database())
    },
  })
  world.uploads.add([aFile(bytes)])
  expect((await ended(world))[0]).toMatchObject({ state: 'done', asset: { sha256: hashOf(bytes) } })
  expect(world.asked.filter(({ chunk }) => chunk === 0)).toHaveLength(2)
})

test('a cancelled upload is off the list, and the server forgets its chunks', async () => {
  const project = await aProject()
  const world = aBrowser(project, {
    before: ({ chunk }) => (chunk === 1 ? new Promise(() => {}) : undefined),
  })
  const [id = ''] = world.uploads.add([aFile(await aLargePicture())])
  await vi.waitFor(() => expect(world.uploads.list()[0]?.sent).toBe(262_144), { timeout: 10_000 })
  world.uploads.cancel(id)
  expect(world.uploads.list()).toEqual([])
  expect(world.kept.all(new Date())).toEqual([])
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select s.status, (select count(*)::int from upload_chunks c where c.session_id = s.id) as chunks
      from upload_sessions s where project_id = ${project.projectId}`.execute(database())
    expect(rows).toEqual([{ status: 'aborted', chunks: 0 }])
  })
})

const refused: [what: string, file: () => File, words: RegExp][] = [
  ['empty', () => aFile(Buffer.alloc(0)), /It is empty/],
  [
    'too large',
    () => aFile(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(10_485_760)])),
    /It has 10\.1 MB, and 10 MB are taken\. Make the picture smaller/,
  ],
  ['a picture of an iPhone', () => aFile(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0')), /HEIC.* Save it as JPEG/],
  ['a film of a Mac', () => aFile(Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0'), 'film.mp4'), /QuickTime.* Save it as MP4/],
  ['a PDF under a name of a picture', () => aFile(Buffer.from('%PDF-1.7'), 'page.png'), /PDF/],
  ['a text', () => aFile(Buffer.from('Rye bread')), /Save it as JPEG, PNG, GIF, WebP, SVG or MP4/],
]
test.each(refused)('a file that is %s is refused in words before a byte is sent', async (_, file, words) => {
  const world = aBrowser(await aProject())
  world.uploads.add([file()])
  const [upload] = await ended(world)
  expect(upload).toMatchObject({ state: 'failed', error: { message: expect.stringMatching(words), canRetry: false } })
  expect(world.asked).toEqual([])
})

test('what only the server can see is told in its words, and is not offered again after a reload', async () => {
  const project = await aProject()
  const world = aBrowser(project)
  world.uploads.add([aFile(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 'x')]))])
  const [upload] = await ended(world)
  expect(upload).toMatchObject({ state: 'failed', error: { canRetry: false, requestId: expect.any(String) } })
  expect(upload?.error?.message).toMatch(/^By its bytes/)
  expect(world.kept.all(new Date())).toEqual([])
})

test('bytes that the library has already are the asset that is there', async () => {
  const project = await aProject()
  const bytes = await aPicture()
  const world = aBrowser(project)
  world.uploads.add([aFile(bytes)])
  const [first] = await ended(world)
  expect(first?.wasThere).toBe(false)
  world.uploads.add([aFile(bytes, 'again.png')])
  const [, second] = await ended(world)
  expect([second?.wasThere, second?.asset?.id]).toEqual([true, first?.asset?.id])
  expect(await project.api.get(getAsset, { id: first?.asset?.id ?? '' })).toMatchObject({ name: 'bread.png' })
})

// The last: from here on parts that are loaded later are of modules other than those above.
test('after a reload the same file goes on where it was, and another of its name begins anew', async () => {
  const project = await aProject()
  const [bytes, other] = [await aLargePicture(), await aLargePicture()]
  const store = aStore()
  const torn = aBrowser(project, {
    store,
    before: ({ chunk }) => (chunk === 2 ? new Promise(() => {}) : undefined),
  })
  torn.uploads.add([aFile(bytes)])
  await vi.waitFor(() => expect(torn.uploads.list()[0]?.sent).toBe(524_288), { timeout: 10_000 })
  // Another window sees that somebody is at it, and the same one after its reload that nobody is.
  expect(aBrowser(project, { store, windowId: 'two' }).kept.interrupted(new Date())).toEqual([])

  vi.resetModules()
  const again = await import('@/components/media/uploads')
  const world = aBrowser(project, { store })
  const reloaded = new again.Uploads((world.uploads as unknown as { setting: never }).setting)
  expect(reloaded.interrupted()).toMatchObject([{ name: 'bread.png', bytes: bytes.length, sent: 524_288 }])
  reloaded.add([aFile(other), aFile(bytes)])
  const done = await ended({ ...world, uploads: reloaded })
  expect(done[1]).toMatchObject({ state: 'done', asset: { sha256: hashOf(bytes) } })
  expect(done[0]).toMatchObject({ state: 'done', asset: { sha256: hashOf(other) } })
  const chunks = world.asked.flatMap(({ chunk }) => (chunk === undefined ? [] : [chunk]))
  // Three of the other one, and of the first the one that was missing.
  expect(chunks.sort()).toEqual([0, 1, 2, 2])
  expect(reloaded.interrupted()).toEqual([])
})
