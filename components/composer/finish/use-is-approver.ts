import { useIsAtLeast } from '@/components/projects/role'

export const useIsApprover = (): boolean => useIsAtLeast('admin')
