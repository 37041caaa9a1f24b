import { fromJob } from '../from-job'

export const syncMetrics = fromJob('sync-metrics')
