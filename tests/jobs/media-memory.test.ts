import { createReadStream } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDueStory, onOwnDatabase, postsOf, publishUntilSettled, rowOf } from '../support/publishing'

/** Holds that a film goes from its address to a network through the disk, and never whole through memory. */

onOwnDatabase()

const filmBytes = 300_000_000
/** What the buffers of sockets, streams and form parts may take beside what the process has anyway. */
const boundBytes = 130_000_000

let folder: string
let server: Server
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storycast-film-'))
  const path = join(folder, 'film.mp4')
  const film = await readFile('lib/sandbox/films/wide.mp4')
  // A box that means nothing makes it long, in a file that takes no room.
  const padding = Buffer.alloc(8)
  padding.writeUInt32BE(filmBytes - film.length)
  padding.write('free', 4, 'latin1')
  const file = await open(path, 'w')
  await file.write(Buffer.concat([film, padding]))
  await file.truncate(filmBytes)
  await file.close()
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': filmBytes })
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/film.mp4`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

test('300 MB of film are posted to X in little memory', { timeout: 180_000 }, async () => {
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
