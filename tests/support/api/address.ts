import { randomInt } from 'node:crypto'

/** An IP address that no other test uses. Many limits count by address. */
export const anAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** The header of a request from such an address. */
export const fromAnAddress = (): Record<string, string> => ({ 'x-forwarded-for': anAddress() })
