import { showUnsubscribe, unsubscribe } from '@/lib/mail/unsubscribe'

export { showUnsubscribe as GET, unsubscribe as POST }
