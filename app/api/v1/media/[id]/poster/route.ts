import { endpoints, wire } from '@/lib/api/endpoint'
import { setAssetPoster } from '@/lib/media/posters/contract'
import { checkBefore, setPoster } from '@/lib/media/posters/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(setAssetPoster, setPoster, { isOutside: true, beforeBody: checkBefore }),
)
