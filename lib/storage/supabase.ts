import { Readable, Transform } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { typeOfPath } from './path'
import type { ByteRange, Storage, Stored } from './storage'

export type SupabaseSettings = { url: string; key: string; bucket: string }

/** Files never change, so that whoever has one need not ask again. */
const cacheSeconds = 31_536_000

/** Only files are kept there. Its sockets would need a library before Node 22. */
class NoSocket {
  constructor() {
    throw new Error('Sockets of Supabase are not used.')
  }
}

type Fault = { message: string; status?: number | undefined; statusCode?: string | undefined }

/** Supabase says 400 and hides the status in the body, or says it plainly, by version. */
const isMissing = ({ status, statusCode, message }: Fault): boolean =>
  status === 404 || statusCode === '404' || /not.?found/i.test(message)
const isThereAlready = ({ status, statusCode, message }: Fault): boolean =>
  status === 409 || statusCode === '409' || /already exists/i.test(message)

/** A bucket of Supabase Storage, whose files anybody can read who knows their path. */
export class SupabaseStorage implements Storage {
  private readonly client: SupabaseClient
  private bucketReady: Promise<void> | undefined

  constructor(private readonly settings: SupabaseSettings) {
    this.client = createClient(settings.url, settings.key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: NoSocket as never },
    })
  }

  async put(path: string, source: Readable, contentType: string): Promise<Stored> {
    await this.ready()
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        size += chunk.length
        done(null, chunk)
      },
    })
    source.once('error', (error) => counted.destroy(error))
    const body = Readable.toWeb(source.pipe(counted)) as ReadableStream
    const options = { contentType, cacheControl: String(cacheSeconds), upsert: false }
    const { error } = await this.files().upload(path, body, options)
    if (error) throw new Error(`Supabase Storage did not take a file: ${error.message}`)
    return { size, contentType }
  }

  async get(path: string, range?: ByteRange): Promise<(Stored & { stream: Readable }) | null> {
    const found = await this.stat(path)
    if (!found) return null
    const files = this.files()
    if (range) files.setHeader('range', `bytes=${range.start}-${range.end}`)
    const { data, error } = await files.download(path).asStream()
    if (error) {
      if (isMissing(error)) return null
      throw new Error(`Supabase Storage did not give a file: ${error.message}`)
    }
    return { ...found, stream: Readable.fromWeb(data as NodeStream) }
  }

  async stat(path: string): Promise<Stored | null> {
    const contentType = typeOfPath(path)
    if (!contentType) return null
    const { data, error } = await this.files().info(path)
    if (data) return { size: data.size ?? 0, contentType }
    if (isMissing(error)) return null
    throw new Error(`Supabase Storage could not be asked: ${error.message}`)
  }

  async delete(path: string): Promise<void> {
    const { error } = await this.files().remove([path])
    if (error && !isMissing(error)) throw new Error(`Supabase Storage did not delete a file: ${error.message}`)
  }

  publicUrl(path: string): string {
    return this.files().getPublicUrl(path).data.publicUrl
  }

  pathOf(url: string): string | null {
    const start = this.publicUrl('')
    const path = url.startsWith(start) ? url.slice(start.length).replace(/^\//, '') : ''
    return typeOfPath(path) ? path : null
  }

  private files() {
    return this.client.storage.from(this.settings.bucket)
  }

  /** Makes the bucket at the first use. A failure is not remembered: the next file asks again. */
  private ready(): Promise<void> {
    this.bucketReady ??= this.makeBucket().catch((error: unknown) => {
      this.bucketReady = undefined
      throw error
    })
    return this.bucketReady
  }

  private async makeBucket(): Promise<void> {
    const { bucket } = this.settings
    const { error: absent } = await this.client.storage.getBucket(bucket)
    if (!absent) return
    if (!isMissing(absent)) throw new Error(`Supabase Storage could not be asked: ${absent.message}`)
    const { error } = await this.client.storage.createBucket(bucket, { public: true })
    if (error && !isThereAlready(error)) throw new Error(`Supabase Storage made no bucket: ${error.message}`)
  }
}
