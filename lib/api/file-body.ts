import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError, type Issue, validationError } from '@/lib/errors'
import { atMost } from '@/lib/media/at-most'
import { fileBytesMax } from '@/lib/media/limits'
import { dropSpooled, type Spooled, spool, tooLarge as tooLargeFile } from '@/lib/media/spool'
import type { Contract, FileBody } from './contract'
import { readForm } from './form'
import {
  type Address,
  check,
  missingBody,
  type Parsed,
  parseJson,
  piecesOf,
  refuseEncoded,
  saidBytes,
  tooLarge,
  typeOf,
} from './parse'

/** A request whose file waits on the disk until `release`, which has to be called whatever happens. */
export type ParsedFile = Parsed & { release(): Promise<void> }

type Sent = { members: object; file: Spooled | null; issues: Issue[]; fingerprint: Uint8Array }

/**
 * Path, query and body of a request whose body is a file, or a form or JSON with one in it.
 *
 * @throws one validation_error with every fault; payload_too_large before or while it is read; unavailable when the disk
 * does not take it. Nothing stays on the disk then
 */
export async function parseFileRequest(
  request: Request,
  contract: Contract,
  body: FileBody,
  { path, query }: Address,
): Promise<ParsedFile> {
  refuseEncoded(request)
  const sent = await readSent(request, contract, body)
  const release = async (): Promise<void> => {
    if (sent.file) await dropSpooled(sent.file)
  }
  if (sent.issues.length > 0) {
    await release()
    throw validationError(sent.issues)
  }
  const input = { ...query, ...sent.members, ...path, ...(sent.file ? { file: sent.file } : {}) }
  return { input, bodyBytes: sent.fingerprint, release }
}

async function readSent(request: Request, contract: Contract, body: FileBody): Promise<Sent> {
  if (body.as === 'raw') return readRaw(request)
  const type = typeOf(request)
  if (type === 'multipart/form-data') return readMultipart(request, body)
  if (type === 'application/json') return readLargeJson(request, contract, body)
  const message = 'Send the body as multipart/form-data or as JSON, and say which in content-type.'
  throw new AppError('unsupported_media_type', message)
}

const noBytes: Issue = { path: 'file', code: 'empty', message: 'has no bytes. Send the file itself.' }
const faultsOf = (file: Spooled | null): Issue[] => {
  if (!file) return [{ path: 'file', code: 'required', message: 'is required' }]
  return file.bytes === 0 ? [noBytes] : []
}

async function readRaw(request: Request): Promise<Sent> {
  if (saidBytes(request) > fileBytesMax) throw tooLargeFile(fileBytesMax)
  const named = { filename: null, declaredType: typeOf(request) || null }
  const file = await spool(piecesOf(request), fileBytesMax, named)
  return { members: {}, file, issues: faultsOf(file), fingerprint: Buffer.from(file.sha256) }
}

/** What a form may weigh beside its file. */
const formBytes = 1024 * 1024

async function readMultipart(request: Request, body: FileBody & { as: 'multipart' }): Promise<Sent> {
  if (saidBytes(request) > fileBytesMax + formBytes) throw tooLargeFile(fileBytesMax)
  const form = await readForm(request, { fileBytesMax, lists: body.lists ?? [] })
  const { data, issues } = check(body.fields, form.fields, form.issues)
  const { file } = form
  const fingerprint = Buffer.from(JSON.stringify([form.fields, file?.filename, file?.sha256]))
  return { members: data, file, issues: [...issues, ...faultsOf(file)], fingerprint }
}

/**
 * A body of megabytes takes several times its size while it is taken apart, which fifty at once cannot have. So it waits on
 * the disk for its turn.
 */
const inTurn = atMost(1)

async function readLargeJson(
  request: Request,
  contract: Contract,
  body: FileBody & { as: 'multipart' },
): Promise<Sent> {
  const limit = contract.bodyLimit ?? fileBytesMax
  if (saidBytes(request) > limit) throw tooLarge(limit)
  const raw = await spool(piecesOf(request), limit, { filename: null, declaredType: null })
  try {
    if (raw.bytes === 0) throw missingBody()
    return { ...(await inTurn(() => takeApart(raw, contract, body))), fingerprint: Buffer.from(raw.sha256) }
  } finally {
    await dropSpooled(raw)
  }
}

async function takeApart(
  raw: Spooled,
  contract: Contract,
  { base64 }: FileBody & { as: 'multipart' },
): Promise<Omit<Sent, 'fingerprint'>> {
  const { value, issues: before } = parseJson(await readFile(raw.path))
  const { data, issues } = check(contract.body ?? z.strictObject({}), value, before)
  const members = data as Record<string, unknown>
  const text = base64 && members[base64]
  if (issues.length > 0 || typeof text !== 'string' || base64 === undefined) return { members, file: null, issues }
  delete members[base64]
  const file = await decode(text, base64)
  return { members, file, issues: file.bytes === 0 ? [{ ...noBytes, path: base64 }] : [] }
}

/** Characters that are decoded at once; a multiple of four, so that each piece is whole bytes. */
const decodedAtOnce = 262_144

async function decode(text: string, member: string): Promise<Spooled> {
  if ((text.length / 4) * 3 - 2 > fileBytesMax) throw tooLargeFile(fileBytesMax)
  return spool(bytesOf(text, member), fileBytesMax, { filename: null, declaredType: null })
}

/** Strictly the alphabet of RFC 4648, section 4, padded: what Node would skip over would make another file. */
async function* bytesOf(text: string, member: string): AsyncGenerator<Uint8Array> {
  const fault: Issue = {
    path: member,
    code: 'data_base64',
    message:
      'must be base64 (RFC 4648, section 4) with its padding, without line breaks and without “data:…” before it',
  }
  if (text.length % 4 !== 0) throw validationError([fault])
  for (let at = 0; at < text.length; at += decodedAtOnce) {
    const piece = text.slice(at, at + decodedAtOnce)
    const isLast = at + decodedAtOnce >= text.length
    if (!(isLast ? /^[A-Za-z\d+/]*={0,2}$/ : /^[A-Za-z\d+/]*$/).test(piece)) throw validationError([fault])
    yield Buffer.from(piece, 'base64')
  }
}
