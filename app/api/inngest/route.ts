import { serve } from 'inngest/next'
import { functions } from '@/inngest'
import { inngest } from '@/inngest/client'

/** Requests are verified by Inngest's signing key; without one, and without INNGEST_DEV, none is accepted. */
export const { GET, POST, PUT } = serve({ client: inngest, functions })
