import type { EventWords } from '@/components/webhooks/webhook-keys'
import { catalogue } from '@/lib/events/catalogue'

/** The catalogue carries the schemas of all events, so the browser gets its words alone. */
export const eventWords: EventWords[] = Object.entries(catalogue).map(([name, { when }]) => ({ name, when }))
