import { fromJob } from '../from-job'

export const refreshTokens = fromJob('refresh-tokens')
