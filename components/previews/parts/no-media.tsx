import { classes } from '@/components/ui/classes'

/** The frame of a network that needs media, before any is chosen. */
export const NoMedia = ({ className }: { className: string }) => (
  <div className={classes('flex items-center justify-center bg-sunken px-6 text-center text-ink-soft', className)}>
    Add an image or a video
  </div>
)
