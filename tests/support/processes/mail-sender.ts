// Sends the mails that are due, in a process that a test can kill.
import { closeDatabase, database } from '@/lib/db/pool'
import { sendDueMails } from '@/lib/mail/send'

process.on('disconnect', () => process.exit(0))
await sendDueMails(database())
await closeDatabase()
process.exit(0)
