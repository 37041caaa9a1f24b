import { listMethods, methodNotAllowed, rawHandler } from '@/lib/api/endpoint'
import { capabilities, createTusUpload, tusHeaders } from '@/lib/media/resumable/tus'

export const maxDuration = 60

const allow = 'POST, OPTIONS'
const refused = (request: Request) => methodNotAllowed(request, allow)

export const GET = refused
export const HEAD = refused
export const PUT = refused
export const PATCH = refused
export const DELETE = refused
export const POST = rawHandler('media:write', tusHeaders, createTusUpload)
export const OPTIONS = (request: Request) => listMethods(request, allow, capabilities())
