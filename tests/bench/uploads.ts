import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { request } from 'undici'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { ensureBuilt } from '@/scripts/support/build'
import { accepts } from '@/scripts/support/database'
import { aCaller, type Caller } from '../support/faults'
import { freePort } from '../support/ports'
import {
  productEnv,
  type Server,
  script,
  startDatabase,
  startProcess,
  startSandboxProcess,
  startServer,
  until,
} from '../support/product'
import { median, report } from './report'

type File = { type: string; bytes: Buffer }

const files = 50
const fileBytes = 10_000_000

/** 50 uploads of 10 MB at once, beside a plain copy of the same files to the same disk, and the memory they take. */
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
    ['films', makeFilms],
    ['photos', makePhotos],
  ] as const) {
    const sent = await make()
    for (const [way, upload] of [
      ['presigned', sendPresigned],
      ['multipart', sendMultipart],
    ] as const) {
      // A server of its own for each: what memory it took at most is known for its whole life alone.
      const server = await startServer(env)
      // The same bytes in one project are one asset, so each turn has a project of its own.
      const take = async (turn: number): Promise<number> => {
        const caller = await aCaller(`uploads-${what}-${way}-${turn}`)
        return throughput(sent, (file) => upload(server, caller, file))
      }
      await reportBeside(`50 ${what} of 10 MB at once, ${way}`, folder, sent, take)
      report('', `${Math.round((await peakKb(server)) / 1024)} MB`, '', 'server’s peak (target 700)')
      await server.stop()
    }
  }
  await rm(folder, { recursive: true, force: true })
  await closeDatabase()
  await sandbox.stop()
  await databaseServer.stop()
}

/** Films that differ: the same index, and noise in a box that players skip (ISO/IEC 14496-12, section 8.1.2). */
async function makeFilms(): Promise<File[]> {
  const film = await readFile('lib/sandbox/films/wide.mp4')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(fileBytes - film.length)
  head.write('free', 4, 'latin1')
  const noise = fileBytes - film.length - head.length
  return Array.from({ length: files }, () => ({
    type: 'video/mp4',
    bytes: Buffer.concat([film, head, randomBytes(noise)]),
  }))
}

/** Photos of noise, about 10 MB each; one is drawn, and each has bytes of its own behind its end. */
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

/** What Node comes to with the least that keeps a file: hashed, written down, on the disk when it is acknowledged. */
async function reportBare(folder: string): Promise<void> {
  const port = await freePort()
  const server = startProcess('bare-uploads', script('tests/bench/bare-upload-server.ts', String(port), folder), {})
  await until(() => accepts({ port }), 'The bare server')
  const sent = await makeFilms()
  const put = ({ bytes }: File): Promise<void> => send('PUT', `http://127.0.0.1:${port}/`, {}, bytes)
  await reportBeside('50 films of 10 MB at once, a bare server', folder, sent, () => throughput(sent, put))
  await server.kill()
}

type Take = (turn: number) => Promise<number>

/** The two in turn, three times, and the medians; before that once unmeasured, as a server that runs for days is warm. */
async function reportBeside(what: string, folder: string, sent: File[], take: Take): Promise<void> {
  const figures: { ours: number[]; copies: number[] } = { ours: [], copies: [] }
  await take(0)
  for (const turn of [1, 2, 3]) {
    figures.copies.push(await copyAll(folder, sent))
    figures.ours.push(await take(turn))
  }
  const [ours, copied] = [median(figures.ours), median(figures.copies)]
  const share = `${Math.round((ours / copied) * 100)} % (target 50)`
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
    // Ours are on the disk as well when they are acknowledged.
    const copied = await open(copy, 'r+')
    await copied.sync()
    await copied.close()
  })
}

/** MB per second of all of them at once. */
async function throughput(sent: File[], send: (file: File) => Promise<void>): Promise<number> {
  const megabytes = sent.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1_000_000
  const startedMs = performance.now()
  await Promise.all(sent.map(send))
  return megabytes / ((performance.now() - startedMs) / 1_000)
}

const bearer = ({ token }: Caller) => ({ authorization: `Bearer ${token}` })
/** From memory, and not by `fetch`: whoever sends has the same two cores, and is not what is measured. */
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

/** The most memory that the process has had resident, as Linux tells it. */
async function peakKb({ child }: Server): Promise<number> {
  const status = await readFile(`/proc/${child.process.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}
