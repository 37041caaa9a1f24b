import { classes } from '@/components/ui/classes'
import type { NavCount } from './use-nav-counts'

/** The number next to a navigation item. `isOnIcon` puts it on the corner of the icon, where the label has no room. */
export const NavBadge = ({ count, isOnIcon = false }: { count: NavCount; isOnIcon?: boolean }) => (
  <span
    aria-hidden
    className={classes(
      'text-center font-semibold tabular-nums',
      isOnIcon
        ? 'absolute -top-1.5 left-2.5 min-w-4 rounded-full px-1 text-[0.625rem] leading-4'
        : 'ml-auto min-w-5 rounded-full px-1.5 text-xs leading-5',
      count.tone === 'bad' ? 'bg-bad-wash text-bad' : 'text-ink-soft',
      count.tone === 'quiet' && isOnIcon && 'bg-quiet-wash',
    )}
  >
    {count.shown}
  </span>
)
