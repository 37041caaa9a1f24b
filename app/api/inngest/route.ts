import { serve } from 'inngest/next'
import type { NextRequest } from 'next/server'
import { functions } from '@/inngest'
import { inngest } from '@/inngest/client'
import { allowOf, errorResponse, listMethods, methodNotAllowed } from '@/lib/api/endpoint'
import { env, isInngestDev } from '@/lib/env'
import { AppError } from '@/lib/errors'

/** Seconds on Vercel. Publishing a post with a video can take several minutes. */
export const maxDuration = 300

/** Requests are verified by Inngest's signing key, or come from its development server. */
const handlers = serve({ client: inngest, functions })
const allow = allowOf(['GET', 'POST', 'PUT'])

type Handler = (request: NextRequest, context: unknown) => Promise<Response>

/** Without either, a worker does the background work. */
const withInngest =
  (handler: Handler): Handler =>
  (request, context) => {
    if (env().INNGEST_SIGNING_KEY !== undefined || isInngestDev()) return handler(request, context)
    const message =
      'Inngest is not configured: a worker runs the background jobs. Set INNGEST_SIGNING_KEY to use Inngest.'
    return errorResponse(request, new AppError('not_found', message))
  }

const refused = withInngest((request) => methodNotAllowed(request, allow))

export const GET = withInngest(handlers.GET)
export const POST = withInngest(handlers.POST)
export const PUT = withInngest(handlers.PUT)
export const OPTIONS = withInngest((request) => listMethods(request, allow))
export { refused as DELETE, refused as PATCH }
