import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Busboy from '@fastify/busboy'
import { dropSpooled, type Spooled, spool } from '@/lib/api/spool'
import { AppError, type Issue, validationError } from '@/lib/errors'
import { incompleteBody, piecesOf, storabilityIssues } from './parse'

export type Form = {
  /** By name; a list if the field is repeatable. */
  fields: Record<string, string | string[]>
  file: Spooled | null
  issues: Issue[]
}

type FormOptions = {
  fileBytesMax: number
  /** Names of repeatable fields. */
  lists: readonly string[]
}

/** Far above what any form needs. */
const limits = { fields: 40, files: 4, parts: 44, fieldSize: 65_536, headerPairs: 20, headerSize: 8_192 }

/**
 * Reads a multipart form (RFC 7578) as a stream. The part `file` is written to disk; fields may precede or follow it.
 *
 * @throws payload_too_large, unavailable, and validation_error for an invalid or incomplete form; issues of single
 * fields are in `issues`
 */
export async function readForm(request: Request, options: FormOptions): Promise<Form> {
  const parser = parserFor(request)
  const reading = new FormReading(options)
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
      // A part named `file` counts as a file even without a filename.
      isPartAFile: (name, _type, filename) => name === 'file' || filename !== undefined,
    })
  } catch {
    const message = 'The content-type has no boundary. Let your HTTP client set it.'
    throw validationError([{ path: '', code: 'invalid_form', message }])
  }
}

class FormReading {
  /** No prototype, so that any field name is safe. */
  private readonly fields: Record<string, string | string[]> = Object.create(null)
  private readonly issues: Issue[] = []
  private readonly streams: Readable[] = []
  private readonly stop = new AbortController()
  private saving: Promise<Spooled> | undefined

  constructor(private readonly options: FormOptions) {}

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

  /**
   * Stops and deletes the file, so that nothing waits for more data. It may have been received completely before the
   * error.
   */
  async abandon(error: unknown): Promise<void> {
    for (const stream of this.streams) stream.destroy(error as Error)
    const saved = await this.saving?.catch(() => null)
    if (saved) await dropSpooled(saved)
  }

  /** The first error; later ones follow from it. */
  reasonFor(error: unknown): unknown {
    const first = this.signal.aborted ? this.signal.reason : error
    if (first instanceof AppError) return first
    return incompleteBody('The form is incomplete: its last boundary is missing. Send it again.', first)
  }

  private takeField(name: string | undefined, value: string, isCut: boolean): void {
    const path = name ?? ''
    const addIssue = (code: string, message: string) => this.issues.push({ path, code, message })
    if (path === '') addIssue('unnamed', 'The form has a part without a name.')
    else if (isCut) addIssue('too_long', `has more than ${limits.fieldSize.toLocaleString('en')} bytes`)
    else if (this.options.lists.includes(path)) this.fields[path] = [...(this.fields[path] ?? []), value]
    else if (path in this.fields) addIssue('repeated', 'must appear only once')
    else this.fields[path] = value
  }

  private takeFile(name: string, stream: Readable, filename: string | undefined, type: string): void {
    this.streams.push(stream)
    stream.on('error', () => {})
    if (name !== 'file' || this.saving) {
      const again = { code: 'repeated', message: 'must appear only once' }
      const unknown = { code: 'unknown_member', message: 'Unknown file part. Name the part file.' }
      this.issues.push({ path: name ?? '', ...(name === 'file' ? again : unknown) })
      stream.resume()
      return
    }
    const named = { filename: filename || null, declaredType: type }
    this.saving = spool(stream, this.options.fileBytesMax, named)
    this.saving.catch((error: unknown) => this.stop.abort(error))
  }
}
