import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { database, transaction } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { finishUpload, insertUpload } from '@/lib/media/resumable/repository'
import { abortSession, insertSession, lockSession, putChunk } from '@/lib/media/sessions/repository'
import { abortIntent, insertIntent } from '@/lib/media/uploads/repository'
import type { Caller } from '../faults/callers'

/** Uploads in every state for generated requests. */
export type UploadPools = {
  upload: string[]
  uploadToken: string[]
  uploadSession: string[]
  resumableUpload: string[]
}

type Made = { id: string; token: string }

async function anIntent({ projectId }: Caller, validMinutes = 15): Promise<Made> {
  const [id, token] = [newId(), randomBytes(32).toString('base64url')]
  const tokenHash = createHash('sha256').update(token).digest()
  const named = { filename: 'bread.png', contentType: 'image/png' }
  await insertIntent(database(), { id, projectId, tokenHash, ...named, validMinutes, storagePath: null })
  return { id, token }
}

/** With one chunk for the whole file, or none if the session is open. */
async function aSession({ projectId }: Caller, bytes: Buffer | null, validMinutes = 60): Promise<string> {
  const id = newId()
  const named = { filename: 'bread.png', mimeType: 'image/png' }
  const totalSizeBytes = bytes?.length ?? 10_485_760
  await insertSession(database(), { id, projectId, ...named, totalSizeBytes, validMinutes })
  if (bytes)
    await transaction(database(), async (tx) => {
      await lockSession(tx, projectId, id)
      await putChunk(tx, id, 0, bytes)
    })
  return id
}

async function aResumable({ projectId }: Caller): Promise<string> {
  const named = { filename: 'bread.mp4', mimeType: 'video/mp4' as const }
  return (await insertUpload(database(), { id: newId(), projectId, ...named, totalBytes: 9, storagePath: null })).id
}

/** Completing it again returns the asset. */
async function aCompleteResumable(caller: Caller, assetId: string): Promise<string> {
  const id = await aResumable(caller)
  await finishUpload(database(), id, assetId)
  return id
}

/** @param videoId an asset made from a resumable upload */
export async function insertUploads(mine: Caller, theirs: Caller, videoId: string): Promise<UploadPools> {
  const pending = await Promise.all([anIntent(mine), anIntent(mine), anIntent(mine), anIntent(mine)])
  const [expired, aborted, other] = [await anIntent(mine, -1), await anIntent(mine), await anIntent(theirs)]
  await abortIntent(database(), mine.projectId, aborted.id)
  const image = await sharp(randomBytes(300), { raw: { width: 10, height: 10, channels: 3 } })
    .png()
    .toBuffer()
  const open = await Promise.all([image, image, null, null].map((bytes) => aSession(mine, bytes)))
  const [dead, late, foreign] = [
    await aSession(mine, null),
    await aSession(mine, null, -1),
    await aSession(theirs, null),
  ]
  await transaction(database(), (tx) => abortSession(tx, dead))
  const made = [...pending, expired, aborted, other]
  return {
    upload: [...made.map(({ id }) => id), newId()],
    uploadToken: [...made.map(({ token }) => token), randomBytes(32).toString('base64url')],
    uploadSession: [...open, dead, late, foreign, newId()],
    resumableUpload: [
      ...(await Promise.all([mine, mine, mine, theirs].map(aResumable))),
      await aCompleteResumable(mine, videoId),
      newId(),
    ],
  }
}
