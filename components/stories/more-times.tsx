import { plural } from '@/lib/text/number-text'

/** “+1 time” after the first time of a story whose channels have different times. */
export const MoreTimes = ({ times }: { times: readonly string[] }) =>
  times.length > 1 && <span className="whitespace-nowrap">+{plural(times.length - 1, 'time')}</span>
