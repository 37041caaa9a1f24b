import { fromJob } from '../from-job'

export const weeklySummaries = fromJob('weekly-summaries')
