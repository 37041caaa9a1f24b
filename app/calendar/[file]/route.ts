import { serveFeed } from '@/lib/calendar-feeds/serve'

export const maxDuration = 60

type Route = { params: Promise<{ file: string }> }

const serve = async (request: Request, { params }: Route): Promise<Response> => serveFeed(request, (await params).file)

export { serve as GET, serve as HEAD }
