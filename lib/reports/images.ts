import sharp from 'sharp'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { storage } from '@/lib/storage/storage'
import { findOrMakeThumbnail } from '@/lib/thumbnails/service'

/** A report does not wait longer for images of slow servers. */
const waitMs = 5_000
const [width, height] = [400, 300]

/** Small JPEGs of images, cut to 4:3. Null for videos and for images that cannot be read in time. */
export const reportImages = (
  db: Database,
  projectId: string,
  urls: readonly (string | null)[],
): Promise<(Buffer | null)[]> =>
  Promise.all(urls.map((url) => (url === null ? null : inTime(imageOf(db, projectId, url)))))

async function imageOf(db: Database, projectId: string, url: string): Promise<Buffer | null> {
  try {
    const path = await findOrMakeThumbnail(db, projectId, { url, size: 'small' })
    const file = path && (await storage().get(path))
    if (!file) return null
    const chunks: Buffer[] = []
    for await (const chunk of file.stream) chunks.push(Buffer.from(chunk))
    return await sharp(Buffer.concat(chunks)).resize(width, height, { fit: 'cover' }).jpeg({ quality: 75 }).toBuffer()
  } catch (cause) {
    log.info('report.image_missing', { project_id: projectId, cause })
    return null
  }
}

function inTime(work: Promise<Buffer | null>): Promise<Buffer | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), waitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
