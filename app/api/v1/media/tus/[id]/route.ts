import { listMethods, methodNotAllowed, rawHandler } from '@/lib/api/endpoint'
import {
  capabilities,
  deleteTusUpload,
  overriddenTusCall,
  readTusUpload,
  tusHeaders,
  writeTusUpload,
} from '@/lib/media/resumable/tus'

/** The last chunk also imports the file. */
export const maxDuration = 300

const allow = 'HEAD, PATCH, DELETE, OPTIONS'
const refused = (request: Request) => methodNotAllowed(request, allow)

export const GET = refused
export const PUT = refused
export const POST = rawHandler('media:write', tusHeaders, overriddenTusCall)
export const HEAD = rawHandler('media:write', tusHeaders, readTusUpload)
export const PATCH = rawHandler('media:write', tusHeaders, writeTusUpload)
export const DELETE = rawHandler('media:write', tusHeaders, deleteTusUpload)
export const OPTIONS = (request: Request) => listMethods(request, allow, capabilities())
