import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

/**
 * The response for a name: its IPv4 and IPv6 addresses (of the alias, if set), no such name, or no response. `asked`
 * counts the queries for this name and type, from 1.
 */
export type DnsReply = { addresses: string[]; alias?: string } | 'unknown' | 'silent'
export type Zone = (name: string, asked: number) => DnsReply

export type NameServer = {
  /** For `dns.setServers`. */
  address: string
  /** Queries so far, such as `a.example AAAA`. */
  questions: string[]
  stop(): void
}

const classInternet = 1
const types: Record<number, string> = { 1: 'A', 28: 'AAAA' }
const typeAlias = 5
const pointerToQuestion = 0xc00c

/** A name server (RFC 1035) on loopback. Responses have a TTL of 0. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (message, from) => {
    const { name, type, end } = questionOf(message)
    const question = `${name} ${types[type] ?? type}`
    questions.push(question)
    const said = zone(name, questions.filter((one) => one === question).length)
    if (said !== 'silent') socket.send(answerTo(message.subarray(0, end), type, said), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, questions, stop: () => socket.close() }
}

function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, type: number, said: Exclude<DnsReply, 'silent'>): Buffer {
  const { addresses = [], alias } = said === 'unknown' ? {} : said
  const wanted = addresses.map((address) => ipaddr.parse(address)).filter((one) => kindOf(one) === types[type])
  const target = alias ? encodeName(alias) : null
  // With an alias the addresses belong to it.
  const owner = target ?? uint16(pointerToQuestion)
  const records = [
    ...(target ? [record(uint16(pointerToQuestion), typeAlias, target)] : []),
    ...wanted.map((address) => record(owner, type, Buffer.from(address.toByteArray()))),
  ]
  const header = Buffer.from(question.subarray(0, 12))
  // Response with recursion available. Code 3: no such name.
  header.writeUInt16BE(0x8180 | (said === 'unknown' ? 3 : 0), 2)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question.subarray(12), ...records])
}

const kindOf = (address: ipaddr.IPv4 | ipaddr.IPv6): string => (address.kind() === 'ipv4' ? 'A' : 'AAAA')

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])

const record = (owner: Buffer, type: number, data: Buffer): Buffer =>
  Buffer.concat([owner, uint16(type), uint16(classInternet), Buffer.alloc(4), uint16(data.length), data])

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
