import { serveFile } from '@/lib/media/serve'

export const maxDuration = 60

type Context = { params: Promise<{ path: string[] }> }

const serve = async (request: Request, { params }: Context): Promise<Response> =>
  serveFile(request, (await params).path.join('/'))

export { serve as GET, serve as HEAD }
