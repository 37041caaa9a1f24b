import { serve } from 'inngest/next'
import type { NextRequest } from 'next/server'
import { functions } from '@/inngest'
import { inngest } from '@/inngest/client'
import { allowOf, refuse, refuseMethod, tellMethods } from '@/lib/api/endpoint'
import { env, isInngestDev } from '@/lib/env'
import { AppError } from '@/lib/errors'

/** Seconds on Vercel. One run takes a post, with its video, as far as it goes. */
export const maxDuration = 300

/** Requests are verified by Inngest's signing key, or come from its development server. */
const served = serve({ client: inngest, functions })
const allow = allowOf(['GET', 'POST', 'PUT'])

type Handler = (request: NextRequest, context: unknown) => Promise<Response>

/** Without either there is nothing here: the background runs in a worker. */
const withInngest =
  (handler: Handler): Handler =>
  (request, context) => {
    if (env().INNGEST_SIGNING_KEY !== undefined || isInngestDev()) return handler(request, context)
    const message =
      'Inngest is not set up here: the background runs in a worker. Set INNGEST_SIGNING_KEY to use Inngest.'
    return refuse(request, new AppError('not_found', message))
  }

const refused = withInngest((request) => refuseMethod(request, allow))

export const GET = withInngest(served.GET)
export const POST = withInngest(served.POST)
export const PUT = withInngest(served.PUT)
export const OPTIONS = withInngest((request) => tellMethods(request, allow))
export { refused as DELETE, refused as PATCH }
