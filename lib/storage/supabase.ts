import { createReadStream } from 'node:fs'
import { stat as statFile } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { supabaseFault } from './fault'
import { typeOfPath } from './path'
import type { ByteRange, Kept, Storage, Stored, Visit } from './storage'
import { fetchAwake } from './supabase-fetch'

export type SupabaseSettings = {
  url: string
  key: string
  bucket: string
  /** How long it may be silent before it is taken for away. */
  silentMs?: number
  /** A bucket that is made here is readable by anybody who knows a file's path, unless this is true. */
  isPrivate?: boolean
  /** Larger files are refused by the bucket that is made here. */
  fileBytesMax?: number
}

/** Files never change, so that whoever has one need not ask again. */
const cacheSeconds = 31_536_000

/** Entries that a listing gives at a time, and files that one call deletes. */
const pageEntries = 1_000

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
      global: { fetch: fetchAwake(settings.silentMs ?? 30_000) },
    })
  }

  async put(path: string, source: Readable, contentType: string): Promise<Stored> {
    return this.upload(path, source, contentType, {})
  }

  /** The length is said ahead, so that a file that breaks off is not taken for a shorter one. */
  async putFile(path: string, file: string, contentType: string): Promise<Stored> {
    const { size } = await statFile(file)
    return this.upload(path, createReadStream(file), contentType, { 'content-length': String(size) })
  }

  private async upload(path: string, source: Readable, contentType: string, headers: Record<string, string>) {
    try {
      await this.ready()
    } catch (error) {
      source.destroy()
      throw error
    }
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        size += chunk.length
        done(null, chunk)
      },
    })
    let broken: Error | undefined
    source.once('error', (error) => {
      broken = error
      counted.destroy(error)
    })
    const body = Readable.toWeb(source.pipe(counted)) as ReadableStream
    const options = { contentType, cacheControl: String(cacheSeconds), upsert: false, headers }
    const { error } = await this.files().upload(path, body, options)
    if (!error) return { size, contentType }
    source.destroy()
    throw broken ?? supabaseFault('did not take a file', error)
  }

  async get(path: string, range?: ByteRange): Promise<(Stored & { stream: Readable }) | null> {
    const found = await this.stat(path)
    if (!found) return null
    const files = this.files()
    if (range) files.setHeader('range', `bytes=${range.start}-${range.end}`)
    const { data, error } = await files.download(path).asStream()
    if (error) {
      if (isMissing(error)) return null
      throw supabaseFault('did not give a file', error)
    }
    return { ...found, stream: Readable.fromWeb(data as NodeStream) }
  }

  async stat(path: string): Promise<Stored | null> {
    const contentType = typeOfPath(path)
    if (!contentType) return null
    const { data, error } = await this.files().info(path)
    if (data) return { size: data.size ?? 0, contentType }
    if (isMissing(error)) return null
    throw supabaseFault('could not be asked', error)
  }

  async delete(path: string): Promise<void> {
    await this.deleteAll([path])
  }

  private async deleteAll(paths: string[]): Promise<void> {
    if (paths.length === 0) return
    const { error } = await this.files().remove(paths)
    if (error && !isMissing(error)) throw supabaseFault('did not delete a file', error)
  }

  /** A bucket is listed folder by folder; each project has one. A folder is gone with its last file. */
  async walk(visit: Visit): Promise<void> {
    await this.eachPage('', async (entries) => {
      let emptied = 0
      for (const { name, id } of entries) if (id === null && (await this.walkFolder(name, visit))) emptied += 1
      return emptied
    })
  }

  /** @returns whether nothing is left in it */
  private async walkFolder(folder: string, visit: Visit): Promise<boolean> {
    let left = 0
    await this.eachPage(folder, async (entries) => {
      const page = entries.flatMap(({ name, id, created_at }): Kept[] => {
        const path = `${folder}/${name}`
        return id !== null && typeOfPath(path) ? [{ path, storedAt: new Date(created_at ?? 0) }] : []
      })
      const unwanted = page.length > 0 ? [...(await visit(page))] : []
      await this.deleteAll(unwanted)
      left += entries.length - unwanted.length
      return unwanted.length
    })
    return left === 0
  }

  /**
   * Pages are counted from the first entry, so what was deleted moves the rest up.
   *
   * @param work gets the entries of a page and says how many of them are gone now
   */
  private async eachPage(folder: string, work: (entries: Entry[]) => Promise<number>): Promise<void> {
    for (let offset = 0; ; ) {
      const { data, error } = await this.files().list(folder, { limit: pageEntries, offset })
      if (error && isMissing(error)) return
      if (error) throw supabaseFault('did not list its files', error)
      if (data.length === 0) return
      offset += data.length - (await work(data as Entry[]))
    }
  }

  /** An upload that broke off is Supabase's own to forget; nobody sees it. */
  async forgetDrafts(): Promise<void> {}

  publicUrl(path: string): string {
    return this.files().getPublicUrl(path).data.publicUrl
  }

  pathOf(url: string): string | null {
    const start = this.publicUrl('')
    const path = url.startsWith(start) ? url.slice(start.length).replace(/^\//, '') : ''
    return typeOfPath(path) ? path : null
  }

  /** An address that takes this one file from whoever has it, without passing through this server. Valid for two hours. */
  async uploadAddress(path: string): Promise<string> {
    await this.ready()
    const { data, error } = await this.files().createSignedUploadUrl(path)
    if (error) throw supabaseFault('made no address for an upload', error)
    return data.signedUrl
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
    const { bucket, isPrivate = false, fileBytesMax } = this.settings
    const { error: absent } = await this.client.storage.getBucket(bucket)
    if (!absent) return
    if (!isMissing(absent)) throw supabaseFault('could not be asked', absent)
    const { error } = await this.client.storage.createBucket(bucket, {
      public: !isPrivate,
      ...(fileBytesMax ? { fileSizeLimit: fileBytesMax } : {}),
    })
    if (error && !isThereAlready(error)) throw supabaseFault('made no bucket', error)
  }
}

/** A file of a listing; a folder has a name alone. */
type Entry = { name: string; id: string | null; created_at: string | null }
