/** Query key of the two-factor status. */
export const twoFactorKey = ['account', 'two-factor'] as const
