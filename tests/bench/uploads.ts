import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { request } from 'undici'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { ensureBuilt } from '@/scripts/build/ensure-built'
import { accepts } from '@/scripts/data-dir/embedded-database'
import { startDatabase } from '@/tests/support/database/test-database'
import { aCaller, type Caller } from '@/tests/support/faults/callers'
import { script, startProcess, until } from '@/tests/support/processes/child-process'
import { freePort } from '@/tests/support/processes/free-port'
import { productEnv, type Server, startSandboxProcess, startServer } from '@/tests/support/servers/product'
import { median, report } from './report'

type File = { type: string; bytes: Buffer }

const files = 50
const fileBytes = 10_000_000

/** 50 concurrent uploads of 10 MB, compared with a plain copy to the same disk, and their memory use. */
export async function benchUploads(): Promise<void> {
  const databaseServer = await startDatabase()
  const sandbox = await startSandboxProcess()
  const env = productEnv(databaseServer.url, sandbox.url)
  Object.assign(process.env, env, { LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '5' })
  reloadEnv()
  await ensureBuilt(() => {})
  const folder = await mkdtemp(join(process.cwd(), '.test', 'bench-uploads-'))
  await reportBare(folder)
  for (const [what, make] of [
    ['videos', makeVideos],
    ['photos', makePhotos],
  ] as const) {
    const sent = await make()
    for (const [way, upload] of [
      ['presigned', sendPresigned],
      ['multipart', sendMultipart],
    ] as const) {
      // A new server each time, because peak memory covers the whole lifetime of a process.
      const server = await startServer(env)
      // A new project each time: the same bytes in one project are one asset.
      const take = async (turn: number): Promise<number> => {
        const caller = await aCaller(`uploads-${what}-${way}-${turn}`)
        return throughput(sent, (file) => upload(server, caller, file))
      }
      await reportComparison(`50 ${what} of 10 MB at once, ${way}`, folder, sent, take)
      report('', `${Math.round((await peakKb(server)) / 1024)} MB`, '', 'server’s peak (target 700)')
      await server.stop()
    }
  }
  await rm(folder, { recursive: true, force: true })
  await closeDatabase()
  await sandbox.stop()
  await databaseServer.stop()
}

/** Different videos: the same index, and noise in a `free` box (ISO/IEC 14496-12, section 8.1.2). */
async function makeVideos(): Promise<File[]> {
  const video = await readFile('sandbox/samples/wide.mp4')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(fileBytes - video.length)
  head.write('free', 4, 'latin1')
  const noise = fileBytes - video.length - head.length
  return Array.from({ length: files }, () => ({
    type: 'video/mp4',
    bytes: Buffer.concat([video, head, randomBytes(noise)]),
  }))
}

/** Noisy photos of about 10 MB. The same pixels with different bytes at the end. */
async function makePhotos(): Promise<File[]> {
  const side = 3_360
  const noise = { raw: { width: side, height: side, channels: 3 as const } }
  const photo = await sharp(randomBytes(side * side * 3), noise)
    .jpeg({ quality: 92 })
    .toBuffer()
  return Array.from({ length: files }, () => ({
    type: 'image/jpeg',
    bytes: Buffer.concat([photo, randomBytes(16)]),
  }))
}

/** A minimal Node server that hashes files and flushes them to disk before it responds. */
async function reportBare(folder: string): Promise<void> {
  const port = await freePort()
  const server = startProcess('bare-uploads', script('tests/bench/bare-upload-server.ts', String(port), folder), {})
  await until(() => accepts({ port }), 'The bare server')
  const sent = await makeVideos()
  const put = ({ bytes }: File): Promise<void> => send('PUT', `http://127.0.0.1:${port}/`, {}, bytes)
  await reportComparison('50 videos of 10 MB at once, a bare server', folder, sent, () => throughput(sent, put))
  await server.kill()
}

type Take = (turn: number) => Promise<number>

/** Runs both alternately, three times after a warm-up, and returns the medians. */
async function reportComparison(what: string, folder: string, sent: File[], take: Take): Promise<void> {
  const figures: { ours: number[]; copies: number[] } = { ours: [], copies: [] }
  await take(0)
  for (const turn of [1, 2, 3]) {
    figures.copies.push(await copyAll(folder, sent))
    figures.ours.push(await take(turn))
  }
  const [ours, copied] = [median(figures.ours), median(figures.copies)]
  const share = `${Math.round((ours / copied) * 100)}% (target 50)`
  report(what, `${ours.toFixed(0)} MB/s`, `copy ${copied.toFixed(0)} MB/s`, share)
}

async function copyAll(folder: string, sent: File[]): Promise<number> {
  const originals = join(folder, 'originals')
  const copies = join(folder, 'copies')
  for (const name of [originals, copies]) {
    await rm(name, { recursive: true, force: true })
    await mkdir(name)
  }
  const names = new Map(sent.map((file, index) => [file, `file-${index}`]))
  await Promise.all(sent.map((file) => writeFile(join(originals, names.get(file) ?? ''), file.bytes)))
  return throughput(sent, async (file) => {
    const copy = join(copies, names.get(file) ?? '')
    await pipeline(createReadStream(join(originals, names.get(file) ?? '')), createWriteStream(copy))
    // Our server also flushes to disk before it responds.
    const copied = await open(copy, 'r+')
    await copied.sync()
    await copied.close()
  })
}

/** Total throughput in MB per second. */
async function throughput(sent: File[], send: (file: File) => Promise<void>): Promise<number> {
  const megabytes = sent.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1_000_000
  const startedMs = performance.now()
  await Promise.all(sent.map(send))
  return megabytes / ((performance.now() - startedMs) / 1_000)
}

const bearer = ({ token }: Caller) => ({ authorization: `Bearer ${token}` })
/** Sent from memory without `fetch`, because the sender shares the two cores. */
async function send(method: 'PUT' | 'POST', url: string, headers: Record<string, string>, body: Buffer): Promise<void> {
  const answer = await request(url, { method, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${text}`)
}

async function sendPresigned(server: Server, caller: Caller, { type, bytes }: File): Promise<void> {
  const asked = await fetch(`${server.url}/api/v1/media/upload-url`, {
    method: 'POST',
    headers: { ...bearer(caller), 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: caller.projectId, filename: 'bench', content_type: type }),
  })
  const { upload_url } = (await asked.json()) as { upload_url: string }
  await send('PUT', upload_url, { 'content-type': type }, bytes)
}

async function sendMultipart(server: Server, caller: Caller, { type, bytes }: File): Promise<void> {
  const boundary = randomBytes(16).toString('hex')
  const field = (about: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n${value}`
  const head = `${field('name="projectId"', `\r\n${caller.projectId}\r\n`)}${field(
    'name="file"; filename="bench"',
    `content-type: ${type}\r\n\r\n`,
  )}`
  const headers = { ...bearer(caller), 'content-type': `multipart/form-data; boundary=${boundary}` }
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  await send('POST', `${server.url}/api/v1/media`, headers, body)
}

/** Peak resident memory, from Linux. */
async function peakKb({ child }: Server): Promise<number> {
  const status = await readFile(`/proc/${child.process.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}
