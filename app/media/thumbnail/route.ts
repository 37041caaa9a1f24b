import { serveThumbnail } from '@/lib/thumbnails/serve'

export const maxDuration = 60

export { serveThumbnail as GET }
