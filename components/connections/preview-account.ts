import { thumbnailUrl } from '@/components/media/assets/thumbnail'
import type { PreviewAccount } from '@/components/previews/preview-props'
import type { SocialConnection } from '@/lib/connections/contract'

type Connection = Pick<SocialConnection, 'account_name' | 'handle' | 'picture_url'>

/** The photo is loaded through our server: the network must not see who views it, and its URL may expire. */
export const photoUrlOf = (projectId: string, url: string | null | undefined): string | null =>
  url ? thumbnailUrl(projectId, url) : null

/** @param connection undefined for a channel that is not connected */
export const previewAccount = (projectId: string, connection: Connection | undefined): PreviewAccount => ({
  name: connection?.account_name ?? null,
  handle: connection?.handle ?? null,
  photoUrl: photoUrlOf(projectId, connection?.picture_url),
})
