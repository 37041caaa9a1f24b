import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth/session'

export const maxDuration = 60

type Route = { params: Promise<{ nextauth: string[] }> }

const handler = (request: Request, route: Route) => NextAuth(request as never, route as never, authOptions())

export { handler as GET, handler as POST }
