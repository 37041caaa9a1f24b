import { createReadStream } from 'node:fs'
import { stat as statFile } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { typeOfPath } from './path'
import { supabaseError } from './storage-error'
import type { ByteRange, Storage, Stored, StoredFile, VisitPage } from './storage-types'
import { fetchWithIdleTimeout } from './supabase-fetch'

export type SupabaseSettings = {
  url: string
  key: string
  bucket: string
  /** Idle timeout. */
  silentMs?: number
  /** Creates a private bucket. Otherwise anyone who knows a path can read the file. */
  isPrivate?: boolean
  /** Size limit of the created bucket. */
  fileBytesMax?: number
}

/** Files never change. */
const cacheSeconds = 31_536_000

/** Entries per listing, and files per delete. */
const pageEntries = 1_000

/** The client requires a WebSocket class, which Node has from version 22. Realtime is not used. */
class NoSocket {
  constructor() {
    throw new Error('Supabase Realtime is not used.')
  }
}

type Failure = { message: string; status?: number | undefined; statusCode?: string | undefined }

/** Depending on its version, Supabase returns 400 with the real status in the body. */
const isMissing = ({ status, statusCode, message }: Failure): boolean =>
  status === 404 || statusCode === '404' || /not.?found/i.test(message)
const isThereAlready = ({ status, statusCode, message }: Failure): boolean =>
  status === 409 || statusCode === '409' || /already exists/i.test(message)

/** A bucket of Supabase Storage. */
export class SupabaseStorage implements Storage {
  private readonly client: SupabaseClient
  private bucketReady: Promise<void> | undefined

  constructor(private readonly settings: SupabaseSettings) {
    this.client = createClient(settings.url, settings.key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: NoSocket as never },
      global: { fetch: fetchWithIdleTimeout(settings.silentMs ?? 30_000) },
    })
  }

  async put(path: string, source: Readable, contentType: string): Promise<Stored> {
    return this.upload(path, source, contentType, {})
  }

  /** Sends the length, so that an interrupted upload is not stored as a shorter file. */
  async putFile(path: string, file: string, contentType: string): Promise<Stored> {
    const { size } = await statFile(file)
    return this.upload(path, createReadStream(file), contentType, { 'content-length': String(size) })
  }

  /** Stores a stream of known length. */
  async putSized(path: string, source: Readable, contentType: string, bytes: number): Promise<Stored> {
    return this.upload(path, source, contentType, { 'content-length': String(bytes) })
  }

  /** Moves a file to another bucket, within Supabase. */
  async moveTo(path: string, target: SupabaseStorage, to: string): Promise<void> {
    await target.ensureBucket()
    const { error } = await this.files().move(path, to, { destinationBucket: target.settings.bucket })
    if (error) throw supabaseError('did not move a file', error)
  }

  /**
   * Lets a client upload this file in parts, without a credential, for two hours. Supabase's tus server accepts the token
   * of a signed upload as `x-signature`.
   */
  async signResumableUpload(path: string, contentType: string) {
    await this.ensureBucket()
    const { data, error } = await this.files().createSignedUploadUrl(path)
    if (error) throw supabaseError('did not create an upload URL', error)
    const { url, bucket } = this.settings
    return {
      endpoint: `${url}/storage/v1/upload/resumable/sign`,
      headers: { 'x-signature': data.token },
      metadata: { bucketName: bucket, objectName: path, contentType, cacheControl: String(cacheSeconds) },
    }
  }

  private async upload(path: string, source: Readable, contentType: string, headers: Record<string, string>) {
    try {
      await this.ensureBucket()
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
    throw broken ?? supabaseError('did not store a file', error)
  }

  async get(path: string, range?: ByteRange): Promise<(Stored & { stream: Readable }) | null> {
    const found = await this.stat(path)
    if (!found) return null
    const files = this.files()
    if (range) files.setHeader('range', `bytes=${range.start}-${range.end}`)
    const { data, error } = await files.download(path).asStream()
    if (error) {
      if (isMissing(error)) return null
      throw supabaseError('did not return a file', error)
    }
    return { ...found, stream: Readable.fromWeb(data as NodeStream) }
  }

  async stat(path: string): Promise<Stored | null> {
    const contentType = typeOfPath(path)
    if (!contentType) return null
    const { data, error } = await this.files().info(path)
    if (data) return { size: data.size ?? 0, contentType }
    if (isMissing(error)) return null
    throw supabaseError('did not respond', error)
  }

  async delete(path: string): Promise<void> {
    await this.deleteAll([path])
  }

  private async deleteAll(paths: string[]): Promise<void> {
    if (paths.length === 0) return
    const { error } = await this.files().remove(paths)
    if (error && !isMissing(error)) throw supabaseError('did not delete a file', error)
  }

  /** Lists folder by folder, one per project. A folder disappears with its last file. */
  async walk(visit: VisitPage): Promise<void> {
    await this.eachPage('', async (entries) => {
      let emptied = 0
      for (const { name, id } of entries) if (id === null && (await this.walkFolder(name, visit))) emptied += 1
      return emptied
    })
  }

  /** @returns whether the folder is empty now */
  private async walkFolder(folder: string, visit: VisitPage): Promise<boolean> {
    let left = 0
    await this.eachPage(folder, async (entries) => {
      const page = entries.flatMap(({ name, id, created_at }): StoredFile[] => {
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
   * Offsets count from the first entry, so deleted entries shift the next page.
   *
   * @param work returns how many entries of the page it deleted
   */
  private async eachPage(folder: string, work: (entries: Entry[]) => Promise<number>): Promise<void> {
    for (let offset = 0; ; ) {
      const { data, error } = await this.files().list(folder, { limit: pageEntries, offset })
      if (error && isMissing(error)) return
      if (error) throw supabaseError('did not list its files', error)
      if (data.length === 0) return
      offset += data.length - (await work(data))
    }
  }

  /** Supabase cleans up incomplete uploads itself. */
  async forgetDrafts(): Promise<void> {}

  publicUrl(path: string): string {
    return this.files().getPublicUrl(path).data.publicUrl
  }

  pathOf(url: string): string | null {
    const start = this.publicUrl('')
    const path = url.startsWith(start) ? url.slice(start.length).replace(/^\//, '') : ''
    return typeOfPath(path) ? path : null
  }

  /** A signed URL to upload this file without a credential. Valid for two hours. */
  async createUploadUrl(path: string): Promise<string> {
    await this.ensureBucket()
    const { data, error } = await this.files().createSignedUploadUrl(path)
    if (error) throw supabaseError('did not create an upload URL', error)
    return data.signedUrl
  }

  private files() {
    return this.client.storage.from(this.settings.bucket)
  }

  /** Creates the bucket on first use. Retried with the next file after a failure. */
  private ensureBucket(): Promise<void> {
    this.bucketReady ??= this.createBucketIfMissing().catch((error: unknown) => {
      this.bucketReady = undefined
      throw error
    })
    return this.bucketReady
  }

  private async createBucketIfMissing(): Promise<void> {
    const { bucket, isPrivate = false, fileBytesMax } = this.settings
    const { error: absent } = await this.client.storage.getBucket(bucket)
    if (!absent) return
    if (!isMissing(absent)) throw supabaseError('did not respond', absent)
    const { error } = await this.client.storage.createBucket(bucket, {
      public: !isPrivate,
      ...(fileBytesMax ? { fileSizeLimit: fileBytesMax } : {}),
    })
    if (error && !isThereAlready(error)) throw supabaseError('did not create the bucket', error)
  }
}

/** An entry of a listing. A folder only has a name. */
type Entry = { name: string; id: string | null; created_at: string | null }
