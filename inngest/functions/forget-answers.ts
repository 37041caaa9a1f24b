import { fromJob } from '../from-job'

export const forgetAnswers = fromJob('forget-answers')
