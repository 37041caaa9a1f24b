import type { Role } from '@/lib/auth/roles'

export const roleName: Record<Role, string> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' }
