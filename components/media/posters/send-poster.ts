import { sendFile } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { setAssetPoster } from '@/lib/openapi/operations.generated'

/** Stores the cover of a video. */
export const sendPoster = (id: string, image: Blob): Promise<Asset> =>
  sendFile({ ...setAssetPoster, path: setAssetPoster.path.replace(':id', id) }, image)
