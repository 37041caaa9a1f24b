import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { createUploadSession } from '@/lib/media/sessions/contract'
import { createUploadUrl, receiveUpload } from '@/lib/media/uploads/contract'
import type { TestProject } from '@/tests/support/api/api'

/** Creates an upload URL. Returns the response. */
export const anAddress = ({ api }: TestProject, filename = 'bread.png') =>
  api.post(createUploadUrl, { filename, content_type: 'image/png' })

/** Sends a file to a presigned URL without a token. */
export async function put(
  address: string,
  sent: Uint8Array | string | ReadableStream,
  headers: Record<string, string> = {},
) {
  const init = { method: 'PUT', body: sent as BodyInit, headers, duplex: 'half' } as RequestInit
  const response = await fetch(address, init)
  const text = await response.text()
  if (response.ok) return { status: response.status, done: receiveUpload.answers[201].parse(JSON.parse(text)) }
  const { error } = JSON.parse(text) as { error: { code: string; message: string; issues?: { code: string }[] } }
  return { status: response.status, error }
}

export const aSession = ({ api }: TestProject, bytes: number, mime = 'image/png') =>
  api.post(createUploadSession, { filename: 'bread.png', mime_type: mime as 'image/png', total_size_bytes: bytes })

export const assetsOf = ({ projectId }: TestProject) =>
  database().selectFrom('assets').selectAll().where('project_id', '=', projectId).execute()

/** Names of the stored files of a project. */
export async function filesOf({ projectId }: Pick<TestProject, 'projectId'>): Promise<string[]> {
  const folder = resolve(env().DATA_DIR, 'media', projectId)
  return (await readdir(folder).catch(() => [])).map((name) => `${projectId}/${name}`)
}

export const pathOnDisk = (path: string): string => join(resolve(env().DATA_DIR, 'media'), path)

/** Cuts bytes into base64 chunks of this size. */
export const inChunks = (bytes: Buffer, size: number): string[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size).toString('base64'),
  )
