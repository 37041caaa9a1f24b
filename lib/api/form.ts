import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Busboy from '@fastify/busboy'
import { AppError, type Issue, validationError } from '@/lib/errors'
import { dropSpooled, type Spooled, spool } from '@/lib/media/spool'
import { brokenOff, piecesOf, storabilityIssues } from './parse'

export type Form = {
  /** By name; a list where the endpoint takes one. */
  fields: Record<string, string | string[]>
  file: Spooled | null
  issues: Issue[]
}

type Wanted = {
  fileBytesMax: number
  /** Names of fields that may come several times. */
  lists: readonly string[]
}

/** Far more than any form here has; what comes beyond is an attack. */
const limits = { fields: 40, files: 4, parts: 44, fieldSize: 65_536, headerPairs: 20, headerSize: 8_192 }

/**
 * Reads a form (RFC 7578) as it streams in. Its one file, the part `file`, goes to the disk; fields may stand before or
 * behind it.
 *
 * @throws payload_too_large, unavailable, and validation_error for what is no form or breaks off; faults of single fields
 * are in `issues`
 */
export async function readForm(request: Request, wanted: Wanted): Promise<Form> {
  const parser = parserFor(request)
  const reading = new FormReading(wanted)
  reading.listenTo(parser)
  try {
    await pipeline(piecesOf(request), parser, { signal: reading.signal })
    return await reading.finish()
  } catch (error) {
    await reading.abandon(error)
    throw reading.reasonFor(error)
  }
}

function parserFor(request: Request) {
  const type = request.headers.get('content-type') ?? ''
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits,
      // A part called `file` is one even if its sender gives it no name.
      isPartAFile: (name, _type, filename) => name === 'file' || filename !== undefined,
    })
  } catch {
    const message = 'The content-type of the form names no boundary. Let your HTTP client set it.'
    throw validationError([{ path: '', code: 'invalid_form', message }])
  }
}

class FormReading {
  /** Without a prototype, so that a field may be called what it likes. */
  private readonly fields: Record<string, string | string[]> = Object.create(null)
  private readonly issues: Issue[] = []
  private readonly streams: Readable[] = []
  private readonly stop = new AbortController()
  private saving: Promise<Spooled> | undefined

  constructor(private readonly wanted: Wanted) {}

  get signal(): AbortSignal {
    return this.stop.signal
  }

  listenTo(parser: InstanceType<typeof Busboy>): void {
    parser.on('field', (name, value, _nameIsCut, isCut) => this.takeField(name, value, isCut))
    parser.on('file', (name, stream, filename, _encoding, type) => this.takeFile(name, stream, filename, type))
    for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
      parser.once(event, () =>
        this.issues.push({ path: '', code: 'too_many', message: 'The form has too many parts.' }),
      )
    }
  }

  async finish(): Promise<Form> {
    const file = (await this.saving) ?? null
    storabilityIssues(this.fields, '', 0, this.issues)
    return { fields: this.fields, file, issues: this.issues }
  }

  /** Lets go of the file, so that nothing waits for pieces that do not come. It may have come in whole before the fault. */
  async abandon(error: unknown): Promise<void> {
    for (const stream of this.streams) stream.destroy(error as Error)
    const saved = await this.saving?.catch(() => null)
    if (saved) await dropSpooled(saved)
  }

  /** What went wrong first: the rest only followed from it. */
  reasonFor(error: unknown): unknown {
    const first = this.signal.aborted ? this.signal.reason : error
    if (first instanceof AppError) return first
    return brokenOff('The form breaks off or is damaged: its last boundary is missing. Send it again.', first)
  }

  private takeField(name: string | undefined, value: string, isCut: boolean): void {
    const path = name ?? ''
    const fault = (code: string, message: string) => this.issues.push({ path, code, message })
    if (path === '') fault('unnamed', 'The form has a part without a name.')
    else if (isCut) fault('too_long', `has more than ${limits.fieldSize.toLocaleString('en')} bytes`)
    else if (this.wanted.lists.includes(path)) this.fields[path] = [...(this.fields[path] ?? []), value]
    else if (path in this.fields) fault('repeated', 'is given more than once')
    else this.fields[path] = value
  }

  private takeFile(name: string, stream: Readable, filename: string | undefined, type: string): void {
    this.streams.push(stream)
    stream.on('error', () => {})
    if (name !== 'file' || this.saving) {
      const again = { code: 'repeated', message: 'is given more than once' }
      const unknown = { code: 'unknown_member', message: 'There is no such file here: the part has to be called file.' }
      this.issues.push({ path: name ?? '', ...(name === 'file' ? again : unknown) })
      stream.resume()
      return
    }
    const named = { filename: filename || null, declaredType: type }
    this.saving = spool(stream, this.wanted.fileBytesMax, named)
    this.saving.catch((error: unknown) => this.stop.abort(error))
  }
}
