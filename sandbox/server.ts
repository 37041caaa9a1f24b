import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { Clock } from '@/lib/clock'
import { newId } from '@/lib/ids'
import { openAccount, type SandboxAccount } from './control/accounts'
import { listPosts, type SandboxPost } from './control/posts'
import { makeControl } from './control/routes'
import { makeFeed } from './feed/feed'
import { type Answer, Call, emptyAnswer, errorAnswer } from './http/call'
import { type Part, readForm } from './http/form'
import { InboxDeliveries } from './inbox/deliveries'
import { makeMailPages } from './mail/pages'
import { listen, startMailServer } from './mail/smtp-server'
import type { StreamedAnswer } from './model/answers'
import { makeModelService } from './model/service'
import { makeNetworks, type Networks } from './networks/networks'
import { fontAnswer } from './pages/font'
import { makeSamples } from './samples/samples'
import { makeService, type Outcome } from './serve-network'
import { makeSources } from './sources/service'
import type { AccountRequest } from './state/accounts'
import { Sandbox } from './state/sandbox'

export type { AccountRequest, SandboxAccount, SandboxPost }

export type SandboxOptions = {
  /** 0 uses a free port. */
  port: number
  host?: string
  /** Also runs a mail server on 127.0.0.1; 0 uses a free port. */
  smtpPort?: number
  /** For the log and the media. One sandbox at a time may use it. */
  directory: string
  /** How browsers reach this server, if not at `http://{host}:{port}`. Links start with it. */
  publicUrl?: string
  /** Appends the body of every request to the model to this file. */
  modelLog?: string
  /** For tests. */
  clock?: Clock
}

export type RunningSandbox = {
  url: string
  port: number
  smtpPort: number | null
  /** Same as `POST /control/accounts`. */
  openAccount(request: AccountRequest): SandboxAccount
  /** Same as `GET /control/posts`. */
  posts(network?: ChannelId, accountId?: string): SandboxPost[]
  stop(): Promise<void>
}

const bodyMaxBytes = 128 * 1024 * 1024
/** For forms with videos, which are written to disk. */
const uploadMaxBytes = 2_100_000_000
/** Longer than clients keep idle connections, so that the client closes first. */
const keepAliveMs = 120_000
/** How long `stop` waits for running requests. */
const stopGraceMs = 2_000

type Service = (call: Call) => Promise<Outcome | StreamedAnswer>

/** Starts the sandbox for the seven networks. Reads earlier state from the directory. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { port, host = '127.0.0.1', directory, publicUrl, clock, smtpPort, modelLog } = options
  const sandbox = new Sandbox(directory, clock, modelLog)
  const networks = makeNetworks(sandbox)
  sandbox.log.replay()
  const deliveries = new InboxDeliveries(sandbox)
  sandbox.inbox.announce = (change) => deliveries.announce(change)
  const feed = makeFeed(sandbox)
  const services = new Map<string, Service>([
    ...channelIds.map((id): [string, Service] => [id, makeService(sandbox, networks[id])]),
    ['control', makeControl(sandbox, networks, deliveries)],
    ['feed', feed],
    ['', feed],
    ['mail', makeMailPages(sandbox)],
    ['v1', makeModelService(sandbox.model, () => sandbox.nowMs())],
    ['samples', makeSamples(sandbox)],
    ['sources', makeSources(sandbox)],
    ['assets', fontAnswer],
    ['favicon.ico', async () => emptyAnswer(204)],
  ])
  const running = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const work = respond({ sandbox, services, networks }, request, response).catch(() => void request.socket.destroy())
    running.add(work)
    void work.finally(() => running.delete(work))
  })
  server.keepAliveTimeout = keepAliveMs
  const bound = await listen(server, port, host)
  const mailServer = smtpPort === undefined ? null : await startMailServer(sandbox, smtpPort)
  sandbox.origin = (publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${bound}`).replace(/\/+$/, '')
  return {
    url: sandbox.origin,
    port: bound,
    smtpPort: mailServer?.port ?? null,
    openAccount: (request) => openAccount(sandbox, networks, request),
    posts: (network, accountId) => listPosts(sandbox, network, accountId),
    async stop() {
      await mailServer?.stop()
      await stop(server, sandbox, running)
    },
  }
}

type Context = { sandbox: Sandbox; services: Map<string, Service>; networks: Networks }

async function respond(
  { sandbox, services, networks }: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // From the sandbox's clock: clients that sign timestamps correct their own clock by this header.
  response.setHeader('date', new Date(sandbox.nowMs()).toUTCString())
  const target = request.url ?? '/'
  const queryAt = target.indexOf('?')
  const fullPath = queryAt < 0 ? target : target.slice(0, queryAt)
  const first = fullPath.split('/', 2)[1] ?? ''
  const path = fullPath.slice(first.length + 1) || '/'
  if (first === 'media') {
    if (!sandbox.files.send(path.slice(1), response)) write(response, errorAnswer(404, 'File not found.'))
    return
  }
  const service = services.get(first)
  const network = Object.hasOwn(networks, first) ? networks[first as ChannelId] : undefined
  const body = await readBody(request, sandbox, network?.uploadForms?.test(path) === true)
  if (!service) return write(response, errorAnswer(404, `Not found: /${first}.`))
  if (!body) return write(response, errorAnswer(413, 'The body is too large.'))
  // Emails can contain sign-in links, and the control API returns credentials.
  if ((first === 'control' || first === 'mail') && !isLocal(request))
    return write(response, errorAnswer(403, `/${first} is available from this machine only.`))
  const call = new Call({
    id: newId(),
    method: request.method ?? 'GET',
    path,
    rawQuery: queryAt < 0 ? '' : target.slice(queryAt),
    headers: request.headers,
    body: body.bytes,
    parts: body.parts,
    address: `http://${(request.headers.host ?? '').toLowerCase()}${fullPath}`,
  })
  const outcome = await service(call).finally(() => dropDrafts(sandbox, body.drafts))
  // No response and no close: the client has to time out.
  if (outcome === 'silence') return
  if (outcome === 'reset') request.socket.resetAndDestroy()
  else if ('chunks' in outcome) await stream(response, outcome)
  else write(response, outcome)
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** If the chunks fail, the connection is reset. */
async function stream(response: ServerResponse, { status, headers, chunks }: StreamedAnswer): Promise<void> {
  response.writeHead(status, headers)
  for await (const chunk of chunks) {
    if (response.destroyed) return
    response.write(chunk)
  }
  response.end()
}

type Body = { bytes: Buffer; parts: Part[]; drafts: string[] }

/** Reads the body to its end, or undefined if it is too large: clients see an early response as a connection reset. */
async function readBody(request: IncomingMessage, sandbox: Sandbox, isUpload: boolean): Promise<Body | undefined> {
  const maxBytes = isUpload ? uploadMaxBytes : bodyMaxBytes
  let size = 0
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size <= maxBytes) yield chunk
    }
  }
  const type = request.headers['content-type'] ?? ''
  const body: Body = { bytes: Buffer.alloc(0), parts: [], drafts: [] }
  if (/^multipart\/form-data\b/i.test(type)) {
    Object.assign(body, await readForm(chunks(), type, isUpload ? sandbox.files : null))
    // A malformed form is not read to its end.
    for await (const _ of chunks());
  } else {
    const read: Buffer[] = []
    for await (const chunk of chunks()) read.push(chunk)
    body.bytes = Buffer.concat(read)
  }
  if (size <= maxBytes) return body
  await dropDrafts(sandbox, body.drafts)
  return undefined
}

async function dropDrafts({ files }: Sandbox, drafts: string[]): Promise<void> {
  await Promise.all(drafts.map((draft) => files.dropDraft(draft)))
}

/** Checks the Host header too, because a web page can point its own domain at this machine. */
function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? ''
  const name = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const isLoopback = /^(::ffff:)?127\./.test(address) || address === '::1'
  return isLoopback && (/^127\.\d+\.\d+\.\d+$/.test(name) || name === 'localhost' || name === '[::1]')
}

async function stop(server: Server, sandbox: Sandbox, running: Set<Promise<void>>): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
  let timer: NodeJS.Timeout | undefined
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, stopGraceMs)
  })
  await Promise.race([Promise.allSettled([...running]), grace])
  clearTimeout(timer)
  sandbox.log.close()
}
