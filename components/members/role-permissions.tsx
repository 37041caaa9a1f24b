import { Check, ChevronRight, Minus } from 'lucide-react'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { roles } from '@/lib/auth/roles'
import { roleTable } from '@/lib/members/role-table'
import { roleName } from './role-names'

/** Permissions by role, from the server's own table. */
export function RolePermissions() {
  return (
    <details className="group panel">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-5 py-3 font-medium">
        <ChevronRight aria-hidden size={16} className="transition-transform group-open:rotate-90" />
        Permissions by role
      </summary>
      <ScrollRegion label="Permissions by role" className="overflow-x-auto border-t border-line">
        <table className="w-full min-w-md border-collapse text-sm">
          <thead>
            <tr className="text-left">
              <td className="px-5 py-2" />
              {roles.map((role) => (
                <th key={role} scope="col" className="px-3 py-2 text-center font-medium">
                  {roleName[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {roleTable.map(({ action, roles: allowed }) => (
              <tr key={action}>
                <th scope="row" className="px-5 py-2 text-left font-normal">
                  {action}
                </th>
                {roles.map((role) => (
                  <td key={role} className="px-3 py-2 text-center">
                    {allowed.includes(role) ? (
                      <>
                        <Check aria-hidden size={16} className="inline text-good" />
                        <span className="sr-only">yes</span>
                      </>
                    ) : (
                      <>
                        <Minus aria-hidden size={16} className="inline text-ink-soft" />
                        <span className="sr-only">no</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
