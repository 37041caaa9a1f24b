import { fromJob } from '../from-job'

export const sendMail = fromJob('send-mail')
