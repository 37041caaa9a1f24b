import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { dropSpooled, type Spooled, spool, tooLarge as tooLargeFile } from '@/lib/api/spool'
import { limitConcurrency } from '@/lib/concurrency/limit-concurrency'
import { AppError, type Issue, validationError } from '@/lib/errors'
import { fileBytesMax } from '@/lib/media-files/limits'
import type { Contract, FileBody } from './contract'
import { readForm } from './form'
import {
  type Address,
  check,
  declaredBytes,
  missingBody,
  type Parsed,
  parseJson,
  piecesOf,
  rejectEncoded,
  tooLarge,
  typeOf,
} from './parse'

/** A request with its file on disk. Always call `release`. */
export type ParsedFile = Parsed & { release(): Promise<void> }

type Sent = { members: object; file: Spooled | null; issues: Issue[]; fingerprint: Uint8Array }

/**
 * Parses path, query and body of a request with a file: raw, in a form, or in JSON.
 *
 * @throws one validation_error with all issues; payload_too_large before or during reading; unavailable when the disk
 * fails. The file is then deleted
 */
export async function parseFileRequest(
  request: Request,
  contract: Contract,
  body: FileBody,
  { path, query }: Address,
): Promise<ParsedFile> {
  rejectEncoded(request)
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
  const message = 'Send the body as multipart/form-data or JSON, and set content-type.'
  throw new AppError('unsupported_media_type', message)
}

const noBytes: Issue = { path: 'file', code: 'empty', message: 'is empty. Send the content of the file.' }
const fileIssues = (file: Spooled | null): Issue[] => {
  if (!file) return [{ path: 'file', code: 'required', message: 'is required' }]
  return file.bytes === 0 ? [noBytes] : []
}

async function readRaw(request: Request): Promise<Sent> {
  if (declaredBytes(request) > fileBytesMax) throw tooLargeFile(fileBytesMax)
  const named = { filename: null, declaredType: typeOf(request) || null }
  const file = await spool(piecesOf(request), fileBytesMax, named)
  return { members: {}, file, issues: fileIssues(file), fingerprint: Buffer.from(file.sha256) }
}

/** Max bytes of a form besides its file. */
const formBytes = 1024 * 1024

async function readMultipart(request: Request, body: FileBody & { as: 'multipart' }): Promise<Sent> {
  if (declaredBytes(request) > fileBytesMax + formBytes) throw tooLargeFile(fileBytesMax)
  const form = await readForm(request, { fileBytesMax, lists: body.lists ?? [] })
  const { data, issues } = check(body.fields, form.fields, form.issues)
  const { file } = form
  const fingerprint = Buffer.from(JSON.stringify([form.fields, file?.filename, file?.sha256]))
  return { members: data, file, issues: [...issues, ...fileIssues(file)], fingerprint }
}

/**
 * Parsing a large JSON body takes several times its size in memory, so bodies wait on disk and are parsed one at a
 * time.
 */
const inTurn = limitConcurrency(1)

async function readLargeJson(
  request: Request,
  contract: Contract,
  body: FileBody & { as: 'multipart' },
): Promise<Sent> {
  const limit = contract.bodyLimit ?? fileBytesMax
  if (declaredBytes(request) > limit) throw tooLarge(limit)
  const raw = await spool(piecesOf(request), limit, { filename: null, declaredType: null })
  try {
    if (raw.bytes === 0) throw missingBody()
    return { ...(await inTurn(() => parseLargeJson(raw, contract, body))), fingerprint: Buffer.from(raw.sha256) }
  } finally {
    await dropSpooled(raw)
  }
}

async function parseLargeJson(
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

/** Characters decoded at a time. A multiple of four, so that each piece is whole bytes. */
const decodedAtOnce = 262_144

async function decode(text: string, member: string): Promise<Spooled> {
  if ((text.length / 4) * 3 - 2 > fileBytesMax) throw tooLargeFile(fileBytesMax)
  return spool(bytesOf(text, member), fileBytesMax, { filename: null, declaredType: null })
}

/** Strictly RFC 4648, section 4, with padding. Node would skip other characters and produce a different file. */
async function* bytesOf(text: string, member: string): AsyncGenerator<Uint8Array> {
  const issue: Issue = {
    path: member,
    code: 'data_base64',
    message: 'must be base64 (RFC 4648, section 4) with padding, without line breaks or a “data:…” prefix',
  }
  if (text.length % 4 !== 0) throw validationError([issue])
  for (let at = 0; at < text.length; at += decodedAtOnce) {
    const piece = text.slice(at, at + decodedAtOnce)
    const isLast = at + decodedAtOnce >= text.length
    if (!(isLast ? /^[A-Za-z\d+/]*={0,2}$/ : /^[A-Za-z\d+/]*$/).test(piece)) throw validationError([issue])
    yield Buffer.from(piece, 'base64')
  }
}
