import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { piecesOf } from '@/lib/api/parse'
import { deadlineIn } from '@/lib/deadline'
import { toRequest } from './node-http'

/** Holds that a body comes to an end for whoever reads it, however its sender leaves. */

/** What a handler reads that begins when the connection is gone already. */
async function readAfterClose(sent: string, read: (request: Request) => Promise<string>): Promise<string> {
  const server = createServer()
  server.on('clientError', (_, socket) => socket.destroy())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const request = new Promise<Request>((resolve) => {
    server.once('request', (incoming: IncomingMessage, outgoing) => {
      const made = toRequest(incoming, outgoing, 'http://front')
      incoming.once('close', () => resolve(made))
      socket.destroy()
    })
  })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  socket.write(sent)
  const body = read(await request)
  const late = once(deadlineIn(2_000), 'abort').then(() => 'nothing, for ever')
  const outcome = await Promise.race([body.catch((error: Error) => error.message), late])
  server.close()
  return outcome
}

const byTheStandard = (request: Request): Promise<string> => request.text()

async function byPiece(request: Request): Promise<string> {
  let text = ''
  for await (const piece of piecesOf(request)) text += Buffer.from(piece).toString()
  return text
}

describe.each([
  ['by the standard’s way', byTheStandard],
  ['piece by piece', byPiece],
])('of a body that is read %s', (_, read) => {
  test.each([
    ['before its body is there', 'content-length: 9\r\n\r\nabc'],
    ['when its whole body is there and nobody has read it', 'content-length: 3\r\n\r\nabc'],
    ['behind more than it announced', 'content-length: 3\r\n\r\nabcdef'],
    ['behind the last piece', 'transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
  ])('a sender that hangs up %s leaves nobody waiting', async (_, sent) => {
    expect(await readAfterClose(`PUT / HTTP/1.1\r\nhost: front\r\n${sent}`, read)).toBe('The body broke off.')
  })
})
