import { showUnsubscribe, unsubscribe } from '@/lib/mail/unsubscribe'

export const maxDuration = 60

export { showUnsubscribe as GET, unsubscribe as POST }
