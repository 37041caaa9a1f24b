import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [port, folder = '.'] = process.argv.slice(2)

createServer(async (incoming, outgoing) => {
  const hash = createHash('sha256')
  incoming.on('data', (piece: Buffer) => hash.update(piece))
  await pipeline(incoming, createWriteStream(join(folder, `bare-${randomUUID()}`), { flush: true }))
  outgoing.writeHead(201).end(hash.digest('hex'))
}).listen(Number(port), '127.0.0.1')
