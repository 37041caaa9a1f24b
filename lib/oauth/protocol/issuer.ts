import { appUrl } from '@/lib/env'

/** The issuer identifier (RFC 8414), which is also the resource of the whole server. */
export const issuer = (): string => appUrl()

/**
 * Paths of the resources with metadata (RFC 9728): the server, and the bases of its APIs. Clients name the URL that they
 * were configured with. Tokens are valid for all of them.
 */
export type ResourcePath = (typeof resourcePaths)[number]
const resourcePaths = ['', '/api', '/api/v1'] as const

/** Whether the `resource` of a request is one of this server (RFC 8707), with or without a slash at its end. */
export const isOwnResource = (resource: string): boolean =>
  resourcePaths.some((path) => [`${issuer()}${path}`, `${issuer()}${path}/`].includes(resource))

/** `error_description` of `invalid_target`. */
export const wrongResource = (): string =>
  `This server issues tokens for ${resourcePaths.map((path) => issuer() + path).join(', ')} only.`
