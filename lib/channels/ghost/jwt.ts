import { createHmac } from 'node:crypto'

const lifeSeconds = 300

/** Token for one call, signed with the hex-decoded half of the key. Expires after five minutes, Ghost's maximum. */
export function ghostToken(adminApiKey: string, now: Date): string {
  const [id = '', secret = ''] = adminApiKey.split(':')
  const iat = Math.floor(now.getTime() / 1_000)
  const head = encode({ alg: 'HS256', typ: 'JWT', kid: id })
  const claims = encode({ iat, exp: iat + lifeSeconds, aud: '/admin/' })
  const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(`${head}.${claims}`).digest('base64url')
  return `${head}.${claims}.${signature}`
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
