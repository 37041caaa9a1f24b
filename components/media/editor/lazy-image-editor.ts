import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { Asset } from '@/lib/media/contract'

/** For `useIdlePreload`. */
export const loadImageEditor = () => import('./image-editor').then((it) => it.ImageEditor)

/** `ImageEditor`, loaded when it is first shown. */
export const LazyImageEditor = lazyComponent(loadImageEditor)

/** Animations, SVGs and videos would lose something. */
export const canEditImage = ({ mime_type, duration_seconds }: Pick<Asset, 'mime_type' | 'duration_seconds'>): boolean =>
  mime_type.startsWith('image/') && mime_type !== 'image/svg+xml' && duration_seconds === null
