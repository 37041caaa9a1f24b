import { fromJob } from '../from-job'

export const forgetDeliveries = fromJob('forget-deliveries')
