import { serveReport } from '@/lib/reports/serve'

export const maxDuration = 60

type Route = { params: Promise<{ token: string }> }

const serve = async (request: Request, { params }: Route): Promise<Response> =>
  serveReport(request, (await params).token)

export { serve as GET, serve as HEAD }
