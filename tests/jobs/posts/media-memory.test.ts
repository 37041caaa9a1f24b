import { createReadStream } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDueStory, onOwnDatabase, postsOf, publishUntilSettled, rowOf } from '@/tests/support/publishing/publishing'

/** A video goes from its URL to the network through the disk, never whole through memory. */

onOwnDatabase()

const videoBytes = 180_000_000
/** Buffers of sockets, streams and form parts. */
const boundBytes = 130_000_000

let folder: string
let server: Server
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storycast-video-'))
  const path = join(folder, 'video.mp4')
  const video = await readFile('sandbox/samples/wide.mp4')
  // An empty box makes the video long, and a sparse file keeps it small on disk.
  const padding = Buffer.alloc(8)
  padding.writeUInt32BE(videoBytes - video.length)
  padding.write('free', 4, 'latin1')
  const file = await open(path, 'w')
  await file.write(Buffer.concat([video, padding]))
  await file.truncate(videoBytes)
  await file.close()
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': videoBytes })
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/video.mp4`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

test('180 MB of video are posted to X with less than 130 MB of memory', { timeout: 180_000 }, async () => {
  const story = await aDueStory(['x'], { postType: 'reel', slides: [{ media_url: url }] })
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  await publishUntilSettled(story.storyId, 150).finally(() => clearInterval(watch))
  const row = await rowOf(story.itemId)
  expect({ status: row.status, reason: row.skip_reason }).toEqual({ status: 'posted', reason: null })
  expect((await postsOf(story.account))[0]?.media).toHaveLength(1)
  expect(peak - before).toBeLessThan(boundBytes)
})
