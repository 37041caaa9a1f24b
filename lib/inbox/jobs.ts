import type { Job } from '@/lib/job'
import { checkAccounts } from './poll/check-accounts'
import { processDeliveries } from './process/process-deliveries'
import { settleReplies } from './send/settle-replies'
import { wakeSnoozed } from './snooze'

export const jobs: readonly Job[] = [
  {
    name: 'process-inbox',
    summary: 'Turns received comments and messages of Instagram and Facebook into conversations.',
    everySeconds: 2,
    cron: '* * * * *',
    isLong: true,
    run: processDeliveries,
  },
  {
    name: 'check-inbox-accounts',
    summary: 'Subscribes accounts to comments and messages, and reads what deliveries missed.',
    everySeconds: 20,
    cron: '* * * * *',
    isLong: true,
    run: checkAccounts,
  },
  {
    name: 'settle-replies',
    summary: 'Asks the network about replies whose outcome is not known. Never sends one again.',
    everySeconds: 10,
    cron: '* * * * *',
    isLong: true,
    run: settleReplies,
  },
  {
    name: 'wake-snoozed',
    summary: 'Opens conversations whose snooze has ended.',
    everySeconds: 20,
    cron: '* * * * *',
    run: wakeSnoozed,
  },
]
