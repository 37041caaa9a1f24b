import { appUrl } from '@/lib/env'

/** The issuer identifier (RFC 8414), which is also the resource that tokens are for. */
export const issuer = (): string => appUrl()

/** Whether the `resource` of a request is this server (RFC 8707), with or without the slash of its root. */
export const isOwnResource = (resource: string): boolean => resource === issuer() || resource === `${issuer()}/`
