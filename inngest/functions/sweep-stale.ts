import { fromJob } from '../from-job'

export const sweepStale = fromJob('sweep-stale')
