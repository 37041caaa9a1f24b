import { followLink } from '@/lib/tracking/follow'

export const maxDuration = 60

type Route = { params: Promise<{ code: string }> }

const follow = async (request: Request, { params }: Route): Promise<Response> =>
  followLink(request, (await params).code)

export { follow as GET, follow as HEAD }
