import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChannelId, channelIds } from '../channels/ids'
import type { Clock } from '../clock'
import { newId } from '../ids'
import { type AccountRequest, openAccount, type SandboxAccount } from './control/accounts'
import { listPosts, type SandboxPost } from './control/posts'
import { errorAnswer, makeControl } from './control/service'
import { type Answer, Call, emptyAnswer, jsonAnswer } from './exchange'
import { makeFeed } from './feed/service'
import { readForm } from './form-stream'
import { makeMailPages } from './mail/pages'
import { startMailServer } from './mail/smtp-server'
import type { Network } from './network'
import { makeNetworks } from './networks'
import { makeSamples, sampleNames } from './samples'
import { Sandbox } from './sandbox'
import { makeService, type Outcome } from './serve'

export type { AccountRequest, SandboxAccount, SandboxPost }

export type SandboxOptions = {
  /** 0 takes a free one. */
  port: number
  host?: string
  /** Also runs a mail server here, on 127.0.0.1; 0 takes a free port. */
  smtpPort?: number
  /** Where the journal and the pictures live. Nobody else may use it at the same time. */
  directory: string
  /** How browsers reach this server, when that is not `http://{host}:{port}`. Links start with it. */
  publicUrl?: string
  /** For tests of what takes a day. */
  clock?: Clock
}

export type RunningSandbox = {
  url: string
  port: number
  /** Of the mail server, if one was asked for. */
  smtpPort: number | null
  /** The same as `POST /control/accounts`, without HTTP. */
  openAccount(request: AccountRequest): SandboxAccount
  /** The same as `GET /control/posts`. */
  posts(network?: ChannelId, accountId?: string): SandboxPost[]
  stop(): Promise<void>
}

const bodyMaxBytes = 128 * 1024 * 1024
/** A film in a form, which goes to disk. */
const formMaxBytes = 2_100_000_000
/** Longer than any client keeps an idle connection: the side that closes first must not be the server. */
const keepAliveMs = 120_000
/** What a stop grants to work whose client waits no longer. */
const stopGraceMs = 2_000

type Service = (call: Call) => Promise<Outcome>

/** Starts the stand-in for the seven networks. What it was told before is read back from its directory. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { port, host = '127.0.0.1', directory, publicUrl, clock, smtpPort } = options
  const sandbox = new Sandbox(directory, clock)
  const networks = makeNetworks(sandbox)
  sandbox.journal.replay()
  const services = new Map<string, Service>(channelIds.map((id) => [id, makeService(sandbox, networks[id])]))
  services.set('control', makeControl(sandbox, networks))
  const feed = makeFeed(sandbox)
  services.set('feed', feed)
  services.set('', feed)
  services.set('mail', makeMailPages(sandbox))
  services.set('samples', sampleService(sandbox))
  services.set('favicon.ico', async () => emptyAnswer(204))
  const underWay = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const work = respond({ sandbox, services, networks }, request, response).catch(() => void request.socket.destroy())
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
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
      await stop(server, sandbox, underWay)
    },
  }
}

type Serving = { sandbox: Sandbox; services: Map<string, Service>; networks: Record<ChannelId, Network> }

async function respond(
  { sandbox, services, networks }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // By the sandbox's clock: who signs with the time sets his own by this header.
  response.setHeader('date', new Date(sandbox.nowMs()).toUTCString())
  const target = request.url ?? '/'
  const queryAt = target.indexOf('?')
  const path = queryAt < 0 ? target : target.slice(0, queryAt)
  const first = path.split('/', 2)[1] ?? ''
  if (first === 'media') {
    if (!sandbox.files.send(path.slice('/media/'.length), response))
      write(response, errorAnswer(404, 'There is no such picture.'))
    return
  }
  const rest = path.slice(first.length + 1) || '/'
  const isFilm = Object.hasOwn(networks, first) && networks[first as ChannelId].filmForms?.test(rest) === true
  const form = isFilm ? await takeForm(request, sandbox) : null
  const body = form ? Buffer.alloc(0) : await readBody(request)
  const service = services.get(first)
  if (!service || !body || form?.isTooLarge) {
    write(
      response,
      service ? errorAnswer(413, 'The body is too large.') : errorAnswer(404, `There is nothing at /${first}.`),
    )
    return
  }
  // Mails can hold links that sign somebody in.
  if ((first === 'control' || first === 'mail') && !isLocal(request)) {
    write(response, errorAnswer(403, `/${first} answers this machine only.`))
    return
  }
  const address = `http://${(request.headers.host ?? '').toLowerCase()}${path}`
  const call = new Call({
    id: newId(),
    method: request.method ?? 'GET',
    path: rest,
    rawQuery: queryAt < 0 ? '' : target.slice(queryAt),
    headers: request.headers,
    body,
    address,
    ...(form && { parts: form.parts }),
  })
  const outcome = await service(call).finally(() => form?.drop())
  // Neither answered nor closed: the client's own deadline has to end it.
  if (outcome === 'silence') return
  if (outcome === 'reset') request.socket.resetAndDestroy()
  else write(response, outcome)
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** A form with a film; what of it nobody kept is dropped when the call is over. */
async function takeForm(request: IncomingMessage, sandbox: Sandbox) {
  let size = 0
  async function* bounded(): AsyncGenerator<Buffer> {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size <= formMaxBytes) yield chunk
    }
  }
  const { parts, drafts } = await readForm(bounded(), request.headers['content-type'] ?? '', sandbox.files)
  const drop = async () => void (await Promise.all(drafts.map((draft) => sandbox.files.dropDraft(draft))))
  const isTooLarge = size > formMaxBytes
  if (isTooLarge) await drop()
  return { parts, drop, isTooLarge }
}

/** Undefined when it is larger than anything that a network takes. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read and thrown away: an answer during an upload reaches many clients as a reset.
    if (size <= bodyMaxBytes) chunks.push(chunk)
  }
  return size <= bodyMaxBytes ? Buffer.concat(chunks) : undefined
}

/** The Host header as well as the socket: a web page may point a name of its own at this machine. */
function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? ''
  const name = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const isLoopback = /^(::ffff:)?127\./.test(address) || address === '::1'
  return isLoopback && (/^127\.\d+\.\d+\.\d+$/.test(name) || name === 'localhost' || name === '[::1]')
}

function sampleService(sandbox: Sandbox): Service {
  const answer = makeSamples()
  return async (call) => {
    if (call.path === '/')
      return jsonAnswer(200, { samples: sampleNames.map((name) => `${sandbox.origin}/samples/${name}`) })
    return (
      (await answer(call)) ??
      errorAnswer(404, `There is no sample ${call.path.slice(1)}. There are: ${sampleNames.join(', ')}.`)
    )
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

async function stop(server: Server, sandbox: Sandbox, underWay: Set<Promise<void>>): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
  let timer: NodeJS.Timeout | undefined
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, stopGraceMs)
  })
  await Promise.race([Promise.allSettled([...underWay]), grace])
  clearTimeout(timer)
  sandbox.journal.close()
}
