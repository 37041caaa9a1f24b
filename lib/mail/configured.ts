import { env } from '@/lib/env'

/** Whether mails can be sent at all. `npm run up` sets SMTP_URL to the sandbox's mail server for the demo. */
export const isMailConfigured = (): boolean => env().SMTP_URL !== undefined
